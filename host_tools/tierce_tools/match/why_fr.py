"""Pourquoi un verdict est ce qu'il est, en français : pour qui apprend le jeu. Voir why.py.

Les phrases ont les mêmes noms qu'en anglais ; ce qui est entre accolades est rempli.
"""

AND = " et "
THEN = " ; "
NOUNS = {
    "point": ("point", "points"),
    "card": ("carte", "cartes"),
    "joker": ("joker", "jokers"),
    "round": ("manche", "manches"),
}
ZONES = {"discard": "la défausse", "seat": "la zone de {}", "seat_vowel": "la zone d'{}"}
NOBODY = "personne"

LINES = {
    "began": "{game} : {players}",
    "left": "La partie a été abandonnée.",
    "lost": "{count} enregistrements sont perdus : cette partie ne peut plus être arbitrée ici",
    "damaged": "Le journal est abîmé et un bout de cette partie est perdu : la table demande les "
    "totaux",
    "restarted": "Coupure de courant : la table a redémarré et la partie continue",
    "taken_back": "Coupure de courant : la table a redémarré, sans ce qu'elle n'avait pas encore "
    "écrit",
    "differs": "La table juge autrement que cet ordinateur : mettez les deux à jour",
    "came": "{zone} : {cards} en plus",
    "went": "{zone} : {cards} en moins",
    "draw": "De la pioche : {cards}",
    "draw_back": "Remis sur la pioche : {cards}",
    "declare": "{zone} : le joker remplace {card}",
    "turn": "{player} : le tour est accepté ; reste en main : {cards}",
    "refused": "{player} : refusé : {why}",
    "reshuffle": "La défausse devient la pioche : {cards}",
    "round": "Manche {round} : {how} ; {scores}",
    "match": "La partie est finie : {scores}",
    "unknown_card": "{zone} : une étiquette qui n'est pas une carte de ce jeu ({tag})",
    "wrong_tag": "{zone} : une étiquette d'une autre sorte que celles des cartes",
    "changing_tag": "{zone} : une étiquette dont le numéro change à chaque lecture : un téléphone, "
    "une carte bancaire ?",
    "unsteady": "{zone} est instable : des cartes vont et viennent",
    "judged_unsteady": "{zone}, instable, a été jugé tel que lu : les joueurs en ont décidé ainsi",
    "two_zones": "{card} se lit dans deux zones : {zone} et {other}",
    "too_many_tags": "{zone} : plus de cartes que le lecteur n'en prend ({read})",
    "stacked_cards": "{zone} : des cartes illisibles ; étalez-les",
    "zones_full": "Les {zones} zones de combinaisons sont prises : plus de place pour une autre",
    "reader_lost": "{zone} : le lecteur ne répond pas",
    "reader_back": "{zone} : le lecteur répond de nouveau",
    "not_recording": "La table ne peut pas écrire son journal ({reason})",
    "bad_event": "La table n'a pas pu prendre en compte : {why}",
    "count_mismatch": "{zone} : {read} lues, {expected} attendues",
    "duplicate_card": "{card} : maintenant sur {zone}, lu ailleurs auparavant",
    "table_not_clear": "{zone} : pas vide à la donne",
    "not_your_turn": "ce n'est pas à {player} de jouer",
    "no_ruling": "il n'y a pas de tour à reprendre",
    "ruling_undo": "le tour de {player} est repris",
}

HEADS = {
    "lays": "{player} pose {points}",
    "lays_out": "{player} pose {points} et finit",
    "out": "{player} finit",
    "passes": "{player} passe",
    "keeps": "{player} ne pose rien",
    "discards": "{player} défausse {card}",
    "first_lay": "{player} : première pose {have} sur {need}",
    "knock": "{player} : {have} points, {need} permis pour frapper",
    "refused": "{player} : refusé",
    "void": "Manche {round} : personne ne marque",
    "won_round": "Manche {round} à {winners}",
    "gets": "{player} {points}",
    "wins": "Manche {round} à {winners} : {points}",
    "won_match": "La partie est à {winners} : {points}",
}

RULES = {
    "back_on_table": "Les cartes du tapis se déplacent à volonté, mais à la fin du tour chacune "
    "d'elles doit de nouveau faire partie d'une combinaison.",
    "mend_back_on_table": "Remettez la carte dans un groupe ou dans une suite, puis appuyez sur « "
    "Fini ».",
    "laying_melds_stay": "Ce qui est posé reste comme il a été posé : on peut y ajouter des "
    "cartes, mais ni en retirer, ni réarranger les combinaisons. Une combinaison entière peut être "
    "déplacée, vers une zone qui était vide au début du tour.",
    "jokers_stay": "À ce jeu, cela vaut aussi pour les jokers.",
    "mend_melds_stay": "Remettez la carte avec le reste de sa combinaison, puis appuyez sur "
    "« Fini ».",
    "gin_knockers_melds_stay": "On peut ajouter des cartes aux combinaisons de qui a frappé, mais "
    "pas en retirer.",
    "three_cards": "Une combinaison compte au moins trois cartes ; deux n'en font jamais une.",
    "laying_melds": "Une combinaison est une suite (une seule couleur, des cartes qui se suivent), "
    "ou bien un brelan ou un carré (trois ou quatre cartes de même valeur). L'as se place avant le "
    "2 ou après le roi, mais la suite s'arrête là : R-A-2 n'en est pas une.",
    "gin_melds": "Une combinaison est une suite (une seule couleur, des cartes qui se suivent), ou "
    "bien un brelan ou un carré (trois ou quatre cartes de même valeur). Au gin, l'as ne se place "
    "qu'avant le 2 : A-2-3 est une suite, D-R-A n'en est pas une.",
    "manipulation_melds": "Une combinaison est une suite (une seule couleur, des cartes qui se "
    "suivent), ou bien un brelan ou un carré (trois ou quatre cartes de même valeur). L'as se "
    "place avant le 2 ou après le roi, mais la suite s'arrête là : R-A-2 n'en est pas une.",
    "suits_differ": "Les cartes d'un brelan ou d'un carré sont de couleurs différentes : aucune "
    "couleur n'y vient deux fois.",
    "two_packs": "Avec deux jeux, chaque carte existe deux fois, mais un brelan ou un carré n'en "
    "prend qu'une des deux.",
    "laying_mend_meld": "Complétez la combinaison avec votre main, ou reprenez en main ce que vous "
    "y avez posé, puis appuyez sur « Fini ». Votre défausse peut rester où elle est.",
    "gin_mend_meld": "Arrangez ces cartes autrement, ou mettez-les simplement sur votre zone, où "
    "la table les arrange pour vous, puis appuyez sur « Fini ».",
    "manipulation_mend_meld": "Déplacez les cartes jusqu'à ce que toutes les combinaisons du tapis "
    "soient complètes, puis appuyez sur « Fini ».",
    "jokers_at_most": "Ici, une combinaison admet {jokers} au plus.",
    "no_jokers": "Ici, aucun joker n'entre dans une combinaison.",
    "mend_jokers": "Reprenez un joker, ou mettez des cartes naturelles à sa place, puis appuyez "
    "sur « Fini ».",
    "joker_is_said": "Un joker remplace une carte précise, et c'est au joueur de la nommer. La "
    "table ne la devine que si une seule est possible.",
    "mend_declare": "Dites quelle carte il remplace (à la table : deux fois OK), puis appuyez sur "
    "« Fini ».",
    "laying_joker_keeps": "Une fois posé, un joker remplace toujours la même carte, jusqu'à ce que "
    "celle-ci prenne sa place.",
    "manipulation_joker_keeps": "Un joker du tapis peut se déplacer, mais il remplace toujours la "
    "même carte. Il ne peut en remplacer une autre que si la vraie carte est elle-même sur le "
    "tapis, dans n'importe quelle combinaison.",
    "mend_joker_keeps": "Mettez le joker là où il remplace de nouveau cette carte, ou remettez "
    "tout comme avant, puis appuyez sur « Fini ».",
    "joker_after_lay": "Il faut avoir posé dans cette manche pour reprendre un joker du tapis.",
    "mend_joker_after_lay": "Remettez le joker et reprenez la carte qui l'a remplacé, ou faites "
    "aussi votre première pose, puis appuyez sur « Fini ».",
    "joker_run": "Dans une suite, un joker ne s'échange que contre la carte qu'il remplace.",
    "joker_set": "Dans un carré, il s'échange contre la carte de la couleur qui manque ; dans un "
    "brelan, contre les deux cartes qui manquent, pour qu'il y reste quatre cartes naturelles.",
    "mend_joker_wrong": "Apportez la bonne carte, ou remettez le joker, puis appuyez sur « Fini ».",
    "joker_replayed": "Un joker repris ne va pas en main : à la fin du tour, il fait partie d'une "
    "combinaison, une autre ou la même un peu plus loin.",
    "mend_joker_replayed": "Posez-le dans une combinaison, ou remettez-le et reprenez ce qui l'a "
    "remplacé, puis appuyez sur « Fini ».",
    "first_turn": "Au {game}, on ne pose rien au premier tour d'une manche, on ne complète pas et "
    "on ne reprend pas de joker, sauf pour un rami sec : toutes les cartes d'un coup.",
    "first_turn_waived": "Il n'y faut pas de minimum.",
    "first_turn_in_order": "Il doit être une première pose valable.",
    "mend_first_turn": "Reprenez les cartes en main et appuyez sur « Fini » ; votre défausse peut "
    "rester. Vous pourrez poser dès votre prochain tour.",
    "mend_joker_back": "Remettez le joker et reprenez la carte qui l'a remplacé, puis appuyez sur "
    "« Fini ». On reprend un joker dès le tour qui suit sa première pose.",
    "lay_off_after_lay": "Il faut avoir posé dans cette manche pour compléter les combinaisons du "
    "tapis.",
    "first_lay_enough": "Une première pose valable dans ce même tour suffit.",
    "mend_lay_off_back": "Reprenez ces cartes en main, puis appuyez sur « Fini ». Ici, on complète "
    "dès le tour qui suit sa première pose.",
    "mend_lay_off_after_lay": "Reprenez ces cartes en main, ou faites aussi votre première pose, "
    "puis appuyez sur « Fini ».",
    "first_lay_asks": "Ici, la première pose doit valoir {minimum}.",
    "first_lay_asks_pure": "Il y faut une suite sans joker.",
    "pure_run": "La première fois que vous posez dans une manche, l'une de vos combinaisons doit "
    "être une tierce franche, c'est-à-dire une suite sans joker.",
    "pure_beside": "Ici, trois cartes naturelles côte à côte dans une suite avec joker suffisent.",
    "not_pure_beside": "Trois cartes naturelles à côté d'un joker ne rendent pas franche une suite "
    "plus longue.",
    "mend_pure_run": "Posez aussi une telle suite, ou reprenez vos combinaisons en main, puis "
    "appuyez sur « Fini ».",
    "minimum": "La première fois que vous posez dans une manche, vos combinaisons doivent valoir "
    "ensemble {minimum}. Les cartes qui complètent d'autres combinaisons ne comptent pas.",
    "lay_values": "Les figures comptent 10, l'as 11, mais 1 devant le 2 dans une suite, et un "
    "joker autant que la carte qu'il remplace.",
    "lay_values_rami7": "Les figures comptent 10, l'as 11 où qu'il soit, et un joker 20.",
    "mend_minimum": "Posez davantage dans ce tour, ou reprenez vos combinaisons en main jusqu'à en "
    "avoir assez, puis appuyez sur « Fini ».",
    "second_turn": "Au {game}, la défausse se prend à partir de son deuxième tour de la manche. Au "
    "premier, on prend une carte de la pioche.",
    "mend_from_stock": "Remettez la carte sur la défausse, prenez-en une de la pioche, puis "
    "appuyez sur « Fini ».",
    "one_card": "Qui n'a plus qu'une carte en main (« à carte ») ne prend pas la défausse : il "
    "faut piocher.",
    "upcard_is_over": "Les deux joueurs ont passé sur la carte retournée. Qui n'a pas donné doit "
    "alors piocher.",
    "gin_mend_from_stock": "Remettez la carte sur la défausse, piochez et défaussez.",
    "discard_is_laid": "Le dessus de la défausse ne se prend que pour être posé dans le même tour, "
    "dans une nouvelle combinaison ou pour en compléter une.",
    "mend_discard_is_laid": "Posez cette carte, ou remettez-la sur la défausse et piochez, puis "
    "appuyez sur « Fini ».",
    "top_only": "Seule la carte du dessus de la défausse se prend. Ce qui est dessous n'est plus "
    "en jeu.",
    "mend_top_only": "Remettez cette carte sous la défausse, puis appuyez sur « Fini ».",
    "not_back": "La carte qu'on vient de prendre à la défausse n'y retourne pas dans le même tour.",
    "mend_not_back": "Reprenez-la et défaussez une autre carte.",
    "manipulation_draws": "Piochez une carte : vous pouvez poser. Si vous n'avez pas posé, "
    "piochez-en une deuxième : vous pouvez poser. Si vous n'avez toujours pas posé, piochez-en une "
    "troisième, et votre tour finit là.",
    "mend_draw": "Piochez, dites-le à la table (bouton moins, sauf si elle pèse la pioche) et "
    "appuyez sur « Fini ».",
    "take_or_pass": "À l'ouverture, la carte retournée est offerte : prenez-la, ou passez. On ne "
    "pioche que lorsque les deux joueurs ont passé.",
    "mend_take_or_pass": "Reprenez votre défausse, puis prenez la carte retournée ou passez.",
    "laying_one_draw": "À chaque tour on prend une carte : de la pioche, ou le dessus de la "
    "défausse.",
    "gin_one_draw": "À chaque tour on prend une carte : de la pioche, ou le dessus de la défausse.",
    "opening_without": "Qui ouvre la manche n'en prend aucune.",
    "manipulation_three_draws": "On pioche trois cartes au plus dans un tour, et pas plus qu'il "
    "n'y en a.",
    "mend_draws": "Remettez la carte de trop (sur la pioche : tenir moins), puis appuyez sur « "
    "Fini ».",
    "third_draw": "Qui a pioché une troisième carte ne pose pas dans ce tour : il finit là.",
    "mend_third_draw": "Reprenez en main les cartes que vous avez posées, laissez le tapis comme "
    "il était et appuyez sur « Fini ».",
    "add_one": "Le tapis ne se réarrange que pour poser, et poser, c'est ajouter au moins une "
    "carte de sa main.",
    "mend_add_one": "Ajoutez une carte de votre main, ou remettez les combinaisons comme avant, "
    "puis appuyez sur « Fini ».",
    "hand_is": "Une main, ce sont les cartes données, plus une à chaque pioche, moins les cartes "
    "posées et défaussées. Personne n'en pose davantage.",
    "mend_hand_is": "Reprenez ce qui est de trop, puis appuyez sur « Fini ».",
    "manipulation_mend_hand_draw": "Ou bien une carte a été piochée sans le dire à la table ? "
    "Alors appuyez d'abord sur moins.",
    "one_discard": "Un tour finit par une seule carte à la défausse.",
    "mend_one_discard": "Reprenez l'une des deux en main, puis appuyez sur « Fini ».",
    "laying_discard": "Un tour finit par une défausse, sauf s'il ne reste plus de carte en main.",
    "gin_discard": "Un tour finit par une défausse. Seul un grand gin n'en a pas : frappez "
    "d'abord, puis appuyez sur « Fini » avec les onze cartes en combinaisons.",
    "mend_discard": "Défaussez une carte : le tour est alors jugé de nouveau.",
    "big_gin": "Pour un grand gin, les onze cartes sont en combinaisons, et aucune n'est "
    "dépareillée.",
    "mend_big_gin": "Défaussez une carte. Votre frappe tient encore, s'il ne reste pas plus de "
    "{limit} dans les cartes dépareillées.",
    "last_discard": "Selon les règles de cette maison, la dernière carte se défausse et ne se pose "
    "pas.",
    "mend_last_discard": "Reprenez une carte dont sa combinaison peut se passer, et défaussez-la.",
    "laying_pass": "On ne passe pas à ce jeu : à chaque tour on pioche, et l'on finit par une "
    "défausse.",
    "gin_pass": "On ne passe qu'à l'ouverture, tant que la carte retournée est offerte.",
    "mend_pass": "Piochez et défaussez.",
    "manipulation_pass": "On ne passe pas à ce jeu. Qui ne peut ou ne veut pas poser pioche trois "
    "cartes.",
    "mend_manipulation_pass": "Piochez, dites-le à la table et appuyez sur « Fini ».",
    "drawn_no_pass": "Qui a pris une carte joue son tour jusqu'au bout.",
    "mend_drawn_no_pass": "Défaussez une carte.",
    "no_knock": "On ne frappe pas au {game} : la manche finit quand un joueur n'a plus de carte.",
    "mend_no_knock": "Défaussez une carte, ou appuyez sur « Fini ».",
    "no_last_knock": "La pioche est épuisée, et chacun joue un dernier tour. On ne frappe plus ; "
    "on peut encore tout poser.",
    "mend_no_last_knock": "Appuyez sur « Fini ».",
    "manipulation_knock": "Pour frapper, il faut {limit} au plus en main. Un joker y compte "
    "{joker}, les figures 10, l'as {ace}.",
    "manipulation_knock_void": "La frappe ne vaut donc pas : le tour reste joué, chacun reprend sa "
    "main, et c'est au joueur suivant.",
    "gin_knock": "Pour frapper, il faut {limit} au plus dans les cartes dépareillées : celles qui "
    "restent hors des combinaisons après la défausse. Les figures comptent 10, l'as {ace}.",
    "gin_knock_void": "La frappe ne vaut donc pas : la défausse reste, les deux joueurs reprennent "
    "leur main, et c'est à l'autre de jouer.",
    "on_turn_only": "Seul le joueur dont c'est le tour passe ou frappe.",
    "mend_on_turn": "Attendez votre tour.",
}

TURNS = {
    "from_stock": "Une carte vient de la pioche.",
    "from_discard": "{card} vient de la défausse et a été posé dans le même tour, comme il se "
    "doit.",
    "gin_from_discard": "{card} vient de la défausse ; il fallait défausser une autre carte.",
    "gin_taken_card": "{card} vient de la défausse.",
    "without": "Qui ouvre la manche ne pioche pas, et défausse.",
    "passed": "{player} ne veut pas de la carte retournée.",
    "offered": "{next} peut maintenant la prendre, ou passer.",
    "both_passed": "Les deux joueurs ont passé : c'est à {next} de piocher.",
    "both_passed_upcard": "Les deux joueurs ont passé : {next} prend quand même la carte "
    "retournée, ou pioche.",
    "run": "Nouveau sur {zone} : une suite, {cards}, qui vaut {points}.",
    "set": "Nouveau sur {zone} : un brelan, {cards}, qui vaut {points}.",
    "set_of_four": "Nouveau sur {zone} : un carré, {cards}, qui vaut {points}.",
    "first_lay": "C'est la première pose dans cette manche pour {player} : {points}, pour un "
    "minimum de {minimum}.",
    "first_lay_pure": "Il s'y trouve une suite sans joker, comme le jeu le demande.",
    "waived": "Toutes les cartes d'un coup, avec une tierce franche : un rami sec se passe ici de "
    "minimum.",
    "laid_off": "Ajouté sur {zone} : {cards}.",
    "joker_taken": "Le joker de {zone} a été échangé contre sa carte et aussitôt rejoué.",
    "discarded": "La défausse de {card} finit le tour.",
    "gin_nothing_laid": "Au gin, on ne pose rien avant la fin.",
    "drawn": "De la pioche : {drawn}.",
    "melded": "De la main au tapis : {cards}, qui comptent {points} en main. Toutes les "
    "combinaisons du tapis sont complètes.",
    "not_melded": "Rien n'a été posé.",
    "next": "C'est à {next} de jouer.",
    "went_out": "{player} n'a plus de carte : la manche finit.",
    "counted_next": "Reste à compter : {seats}. Mettez votre main sur votre zone et appuyez sur « "
    "Fini ».",
    "gin_knocks": "{player} a frappé : les combinaisons vont sur le tapis, le reste sur sa propre "
    "zone, puis « Fini ». Les cartes dépareillées peuvent compter {limit} au plus.",
    "gin_big": "Les onze cartes sont en combinaisons : grand gin, sans défausse.",
    "knocks": "{player} a frappé : on compte toutes les mains. Qui frappe peut en avoir {limit} au "
    "plus.",
    "last_turns": "La pioche est épuisée : chacun joue un dernier tour, sans piocher.",
    "dealt": "{player} a donné {hand} à chacun.",
    "first": "{next} est à la gauche du donneur et joue en premier.",
    "upcard": "La carte suivante est retournée et commence la défausse.",
    "gin_offered": "{next} peut prendre la carte retournée, ou passer.",
    "gin_says_knock": "Il reste à défausser : le tour est alors jugé. Pour un grand gin, appuyer "
    "plutôt sur « Fini », les onze cartes posées.",
    "reshuffled": "Le tour qui prend la dernière carte de la pioche se joue jusqu'au bout. Puis on "
    "bat la défausse, sauf la carte qui vient d'y être mise, et elle devient la pioche : {cards}.",
    "shuffle": "Battez ces cartes et posez-les, faces cachées, à la place de la pioche.",
    "ruled_undo": "Les joueurs ont le dernier mot : tout est comme au début du tour de {player}, "
    "et les cartes sont où elles sont. {player} corrige ce qu'il faut et défausse, ou appuie sur "
    "« Fini ».",
}

ENDS = {
    "out": "{winner} n'a plus de carte et gagne la manche : {score}.",
    "rami_sec": "{winner} a posé toutes ses cartes en un seul tour, rami sec, et gagne la manche : "
    "{score}.",
    "multiplied": "Un rami sec multiplie par {factor} ce que comptent les autres.",
    "counted": "{player} a posé et compte ce qui lui reste en main : {points}.",
    "counted_times": "{player} a posé : il reste en main {points}, fois {factor} : {score}.",
    "counted_not_laid": "{player} n'a pas posé et compte ici ce qui est en main : {points}.",
    "counted_not_laid_times": "{player} n'a pas posé et compte ici ce qui est en main : {points}, "
    "fois {factor} : {score}.",
    "not_laid": "{player} n'a pas posé et compte {score}.",
    "nobody_laid": "Personne d'autre n'a posé : chacun des autres compte {score}.",
    "hand_values": "En main, l'as compte {ace}, les figures 10, un joker {joker}.",
    "no_scores": "On ne tient pas de points : qui gagne une manche en a 1, les autres 0.",
    "gin": "{winner} n'a aucune carte dépareillée : gin. L'autre main a {against} de cartes "
    "dépareillées, et le gin ajoute {bonus} : {score}.",
    "big_gin": "{winner} a ses onze cartes en combinaisons : grand gin. L'autre main a {against} "
    "de cartes dépareillées, et le grand gin ajoute {bonus} : {score}.",
    "gin_knock": "{winner} a frappé avec {deadwood} de cartes dépareillées ; l'autre main en a "
    "{against}, après avoir complété. La différence se marque : {score}.",
    "gin_tie": "Les deux mains ont {deadwood} de cartes dépareillées : personne ne marque.",
    "gin_tie_undercut": "Les deux mains ont {deadwood} de cartes dépareillées. Ici, c'est un "
    "contre : {winner} marque {score}.",
    "gin_undercut": "{knocker} a frappé avec {deadwood} de cartes dépareillées, mais {winner} n'en "
    "a que {against}, après avoir complété : contré. La différence et {bonus} de plus se marquent "
    ": {score}.",
    "hand": "{player} a en main {points}.",
    "differences": "La main la plus basse gagne et marque les différences avec toutes les autres.",
    "out_bonus": "{winner} a tout posé, ce qui ajoute {bonus}.",
    "undercut": "{knocker} a frappé, mais une autre main est aussi basse, ou plus basse : qui "
    "gagne à sa place a {bonus} de plus.",
    "stock_out": "La pioche est épuisée et les derniers tours sont joués.",
    "scored": "Marque de la manche, {winner} : {score}.",
    "short": "Main comptée avec un autre nombre de cartes : {players}.",
    "void_stock": "La pioche est épuisée et il ne reste pas de défausse à battre : personne ne "
    "marque, et c'est de nouveau à {dealer} de donner.",
    "void_floor": "Il ne reste pas plus de {floor} à la pioche et personne n'a frappé : personne "
    "ne marque, et c'est de nouveau à {dealer} de donner.",
    "totals": "Totaux : {totals}.",
    "goal_low": "La partie finit à {target}, et le total le plus bas la gagne.",
    "goal_high": "La partie finit à {target}, et le total le plus haut la gagne.",
    "deals_next": "La donne suivante est à {dealer}.",
    "over_low": "Un total a atteint {target} : la partie est finie, et le total le plus bas gagne.",
    "over_high": "Un total a atteint {target} : la partie est finie, et le total le plus haut "
    "gagne.",
    "target_bonus": "{player} a atteint ce total : {bonus} de plus.",
    "round_bonus": "{player} a gagné {rounds}, ce qui fait {bonus} de plus.",
    "won": "Partie gagnée par : {winners}.",
}

WARNINGS = {
    "count_mismatch": "Sur {zone}, la table lit {read}, mais cette main devrait compter "
    "{expected}. Étalez les cartes et voyez s'il n'y en a pas ailleurs. Encore « Fini » accepte ce "
    "qui est lu.",
    "unknown_card": "Sur {zone} se trouve une étiquette ({tag}) qui n'est pas une carte de ce jeu "
    ": une carte d'un autre paquet, une carte bancaire... Elle ne compte pas. Retirez-la, ou "
    "enregistrez-la comme carte.",
    "duplicate_card": "{card} vient d'être lu sur {zone} alors qu'une autre zone l'avait encore. "
    "Désormais cette carte n'est plus que sur {zone}. Si c'est faux, écartez-la et reposez-la.",
    "table_not_clear": "Sur {zone} il y avait des cartes à la donne, alors qu'il ne devrait pas y "
    "en avoir. Elles comptent comme retirées. Débarrassez le tapis avant de donner.",
    "no_ruling": "On ne reprend que le dernier tour accepté, et une seule fois : ni avant le "
    "premier tour accepté d'une manche, ni quand la manche suivante est distribuée. Rien n'a "
    "changé.",
    "not_your_turn": "{player} a appuyé sur un bouton qui ne lui sert à rien maintenant. Rien n'a "
    "changé.",
    "bad_event": "La table n'a pas pu prendre en compte ceci : {why}. Elle l'a laissé de côté, et "
    "la partie continue.",
    "wrong_tag": "Sur {zone} se trouve une étiquette d'une autre sorte que celles des cartes : une "
    "carte bancaire, un téléphone... Retirez-la ; les cartes dessous se lisent alors de nouveau.",
    "changing_tag": "Sur {zone} se trouve une étiquette qui donne un autre numéro à chaque "
    "lecture, comme les téléphones et beaucoup de cartes bancaires. Retirez-la.",
    "unsteady": "Sur {zone}, des cartes sont lues, manquées, relues : elles sont au bord, ou leur "
    "étiquette ou le lecteur est usé. Aucun tour n'est jugé là-dessus tant que cela dure. Mettez "
    "les cartes au milieu de la zone. Au bout de trois secondes, c'est à qui joue de décider : "
    "encore « Fini » juge ce qui est lu ; moins, à la table, fait relire.",
    "judged_unsteady": "Sur {zone}, des cartes allaient et venaient ; la zone a été jugée telle "
    "que lue : les joueurs en ont décidé ainsi.",
    "two_zones": "{card} se lit à la fois sur {zone} et sur {other} : la carte est entre les deux. "
    "Elle compte sur {zone}. Éloignez-la de l'autre zone.",
    "too_many_tags": "Sur {zone} il y a plus de cartes que le lecteur n'en prend ; il en a lu "
    "{read}. Mettez-en dans une autre zone.",
    "zones_full": "Chacune des {zones} zones de combinaisons porte des cartes : une autre "
    "combinaison n'a plus de place. À la table virtuelle, un clic ajoute une zone. À une vraie "
    "table, complétez les combinaisons posées ; là où la règle le permet, réunissez-en deux.",
    "stacked_cards": "Sur {zone}, des cartes sont si bien l'une sur l'autre que leurs étiquettes "
    "se couvrent. Étalez-les un peu, en éventail.",
    "reader_lost": "Le lecteur de {zone} ne répond pas. La zone est laissée de côté, et ce qui s'y "
    "trouvait compte comme s'y trouvant encore. La table réessaie d'elle-même.",
    "reader_back": "Le lecteur de {zone} répond de nouveau. Ce qui s'y trouve est relu.",
    "not_recording": "La table ne peut pas écrire son journal ({reason}). La partie continue, mais "
    "une coupure de courant la ferait perdre.",
}
SENTENCES = RULES | TURNS | ENDS | WARNINGS
