"""Words of `tierce logs`."""

EN = {
    "no_game": "there is no game {}; the games are: {}",
    "bad_date": "{} is no date; write it as 2026-11-21",
    "empty": "The store is empty: fetch the games of a table with tierce pull.",
    "none_fits": "No game in the store is like that; without options tierce logs lists them all.",
    "number": "no.",
    "date": "date",
    "game": "game",
    "players": "players and points",
    "rounds": "rounds",
    "result": "result",
    "events": "events",
    "from": "from",
    "open": "not finished",
    "torn": "; a part is lost",
}
FR = {
    "no_game": "il n'y a pas de jeu {} ; les jeux sont : {}",
    "bad_date": "{} n'est pas une date ; écrivez-la comme 2026-11-21",
    "empty": "Le dépôt est vide : rapatriez les parties d'une table avec tierce pull.",
    "none_fits": "Aucune partie du dépôt n'est ainsi ; sans options tierce logs les liste toutes.",
    "number": "no",
    "date": "date",
    "game": "jeu",
    "players": "joueurs et points",
    "rounds": "manches",
    "result": "résultat",
    "events": "événements",
    "from": "d'où",
    "open": "pas finie",
    "torn": " ; une partie en est perdue",
}
