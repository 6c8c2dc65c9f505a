"""Words of `tierce watch`."""

EN = {
    "watching": "Watching {} on {}; Ctrl-C ends",
    "gone": "the board has gone; waiting for it to come back",
    "back": "the board is back",
    "anew": "the board has another log than before: its memory was wiped, or it is another one",
    "restarted": "the board has started anew",
    "taken_back": "the board has started anew, without the last cards: it goes on from what it "
    "has kept",
    "idle": "no match is in play: waiting for one",
    "left": "the match was left",
    "lost": "{} records are lost: this match can't be refereed here any more; what the board says "
    "of it follows",
    "damaged": "the board's journal is damaged, and a part of this match is lost: the players are "
    "asked at the table whether these totals are right: {}",
    "doubt": "the board's journal is damaged: the players are asked at the table which totals are "
    "right",
    "differs": "the board judges otherwise than this computer: bring both up to date, the board "
    "with tierce deploy",
    "recording": "recording into {}",
    "incomplete": "{} ends here: records are missing",
    "exists": "{} is there already: name another file for --record",
    "no_folder": "there is no folder {}: make it, or name another file for --record",
    "unwritable": "{} can't be written: {}; what is in it is whole",
    # warnings of a board
    "unknown_card": "{zone}: a tag that is no card of this game ({card})",
    "wrong_tag": "{zone}: a tag of another kind than the cards'",
    "changing_tag": "{zone}: a tag whose number changes at each reading: a phone or bank card?",
    "unsteady": "{zone} is unsteady: cards come and go",
    "judged_unsteady": "{zone} was unsteady and was judged as it was read: the players decided so",
    "two_zones": "{card} is read in two zones: {zone} and {other}",
    "too_many_tags": "{zone}: more cards than its reader takes in ({read})",
    "stacked_cards": "{zone}: cards that can't be read; spread them",
    "zones_full": "all {zones} meld zones are in use: there is no room for another meld",
    "reader_lost": "{zone}: its reader does not answer; tierce doctor says why",
    "reader_back": "{zone}: its reader answers again",
    "not_recording": "the board can't write its journal ({reason}); tierce doctor says why",
    "bad_event": "the table could not take something in: {why}",
}
FR = {
    "watching": "On suit {} sur {} ; Ctrl-C pour finir",
    "gone": "la table n'est plus là ; on attend qu'elle revienne",
    "back": "la table est revenue",
    "anew": "la table a un autre journal qu'avant : sa mémoire a été effacée, ou c'en est une "
    "autre",
    "restarted": "la table a redémarré",
    "taken_back": "la table a redémarré, sans les dernières cartes : elle reprend ce qu'elle a "
    "gardé",
    "idle": "aucune partie en cours : on en attend une",
    "left": "la partie a été abandonnée",
    "lost": "{} enregistrements sont perdus : cette partie ne peut plus être arbitrée ici ; suit "
    "ce que la table en dit",
    "damaged": "le journal de la table est abîmé et un bout de cette partie est perdu : la table "
    "demande aux joueurs si ces totaux sont justes : {}",
    "doubt": "le journal de la table est abîmé : la table demande aux joueurs quels totaux sont "
    "justes",
    "differs": "la table juge autrement que cet ordinateur : mettez les deux à jour, la table par "
    "tierce deploy",
    "recording": "enregistrement dans {}",
    "incomplete": "{} s'arrête ici : il manque des enregistrements",
    "exists": "{} existe déjà : nommez un autre fichier pour --record",
    "no_folder": "il n'y a pas de dossier {} : créez-le, ou nommez un autre fichier pour --record",
    "unwritable": "impossible d'écrire {} : {} ; ce qui s'y trouve est entier",
    "unknown_card": "{zone} : une étiquette qui n'est pas une carte de ce jeu ({card})",
    "wrong_tag": "{zone} : une étiquette d'une autre sorte que celles des cartes",
    "changing_tag": "{zone} : une étiquette dont le numéro change à chaque lecture : un téléphone, "
    "une carte bancaire ?",
    "unsteady": "{zone} est instable : des cartes vont et viennent",
    "judged_unsteady": "{zone}, instable, a été jugé tel que lu : les joueurs en ont décidé ainsi",
    "two_zones": "{card} se lit dans deux zones : {zone} et {other}",
    "too_many_tags": "{zone} : plus de cartes que le lecteur n'en prend ({read})",
    "stacked_cards": "{zone} : des cartes illisibles ; étalez-les",
    "zones_full": "les {zones} zones de combinaisons sont prises : plus de place pour une autre",
    "reader_lost": "{zone} : le lecteur ne répond pas ; tierce doctor dit pourquoi",
    "reader_back": "{zone} : le lecteur répond de nouveau",
    "not_recording": "la table ne peut pas écrire son journal ({reason}) ; tierce doctor dit "
    "pourquoi",
    "bad_event": "la table n'a pas pu prendre en compte : {why}",
}
