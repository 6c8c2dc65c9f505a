"""Words of `tierce pull`."""

EN = {
    "pulling": "Fetching from {}",
    "gone": "{}: the board has gone, waiting {} s for it",
    "broken_off": "the board has gone; {} records are kept. Plug it in again and repeat tierce "
    "pull: it goes on from there",
    "other": "another board is on this port now, not {} but {}; repeat tierce pull to fetch from "
    "it",
    "anew": "{}: its memory was wiped since the last time; its games are kept apart from those of "
    "before",
    "lost": "{} records are lost: the board could not keep them, or has let the oldest go",
    "none": "{}: nothing new",
    "one": "{}: 1 record",
    "some": "{}: {} records",
    "match": ", 1 new match",
    "matches": ", {} new matches",
}
FR = {
    "pulling": "Lecture de {}",
    "gone": "{} : la table n'est plus là, on l'attend {} s",
    "broken_off": "la table n'est plus là ; {} enregistrements sont gardés. Rebranchez-la et "
    "relancez tierce pull : il reprend où il en était",
    "other": "une autre table est sur ce port, non plus {} mais {} ; relancez tierce pull pour la "
    "lire",
    "anew": "{} : sa mémoire a été effacée depuis la dernière fois ; ses parties sont gardées à "
    "part de celles d'avant",
    "lost": "{} enregistrements sont perdus : la table n'a pu les garder, ou a laissé partir les "
    "plus anciens",
    "none": "{} : rien de nouveau",
    "one": "{} : 1 enregistrement",
    "some": "{} : {} enregistrements",
    "match": ", 1 nouvelle partie",
    "matches": ", {} nouvelles parties",
}
