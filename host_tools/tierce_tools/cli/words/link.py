"""Words on the link to a board."""

EN = {
    "no_answer": "{}: no answer; is Tierce on this board? tierce deploy puts it there",
    "prompt": "{}: the board is at MicroPython's prompt and Tierce does not run; unplug it and "
    "plug it in, or tierce deploy",
    "refused": "the board refuses: {}",
    "odd_hello": "the board says something odd of itself ({}: {}): is its program whole? "
    "tierce deploy brings it",
    "log_version": "this board writes logs of version {}, and version {} is known here: bring both "
    "up to date, the board with tierce deploy",
}
FR = {
    "no_answer": "{} : pas de réponse ; Tierce est-il sur cette carte ? tierce deploy l'y met",
    "prompt": "{} : la carte attend des commandes MicroPython et Tierce ne tourne pas ; "
    "débranchez-la et rebranchez-la, ou tierce deploy",
    "refused": "la table refuse : {}",
    "odd_hello": "la carte dit d'elle-même une chose étrange ({} : {}) : son programme est-il "
    "entier ? tierce deploy l'apporte",
    "log_version": "cette table écrit des journaux de version {}, ici on connaît la version {} : "
    "mettez les deux à jour, la table par tierce deploy",
}
