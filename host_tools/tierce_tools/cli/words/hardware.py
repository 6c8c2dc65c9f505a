"""What `tierce hardware` says, and what is said of a table description wherever one is read."""

EN = {
    # what goes wrong
    "no_table": "there is no table {} and no such file; the tables are {}, or name a file as "
    "./config.json",
    "unreadable": "{} cannot be read: {}; what is wanted is a table's description, a config.json",
    "too_long": "{} is longer than {} bytes: no table's description is",
    "no_json": "{}: not JSON: look at line {}, column {}",
    "key_twice": "{}: {} is there twice in one object: take one away",
    "wrong": "{}: {}",
}
FR = {
    "no_table": "il n'y a ni table {} ni fichier de ce nom ; les tables sont {}, ou nommez un "
    "fichier comme ./config.json",
    "unreadable": "{} est illisible : {} ; il faut la description d'une table, un config.json",
    "too_long": "{} dépasse {} octets : aucune description de table n'est si longue",
    "no_json": "{} : pas du JSON : voyez la ligne {}, colonne {}",
    "key_twice": "{} : {} figure deux fois dans un même objet : enlevez l'un des deux",
    "wrong": "{} : {}",
}
