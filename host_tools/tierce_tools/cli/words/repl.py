"""Words for errors of a board's REPL."""

EN = {
    "modelled": "the modelled table has no files of its own to work on: name a real board's port",
    "silent": "{}: no MicroPython answers; unplug the board and plug it in again, then, if that "
    "does not help, tierce flash",
    "busy": "{}: what runs on the board cannot be stopped; unplug it and plug it in again, with "
    "OK held if the table does so",
    "confused": "{}: the board's answer makes no sense ({}); unplug it, plug it in, and try again",
    "timeout": "{}: the board did not answer for {} s; unplug it, plug it in, and try again",
    "failed": "{}: an error on the board: {}",
    "full": "{}: the board's flash is full; remove files that are not Tierce's, or make the "
    "journal smaller in config.json",
    "memory": "{}: the board's memory is too small for that ({}); restart it and try again",
    "read_only": "{}: the board's flash can't be written; if a boot.py of yours makes it so, "
    "mend that, else the flash is worn out",
    "engine": "{}: the rules engine on the board is not the one here: tierce deploy, then again",
    "on_and_port": "--on and --port do not go together: a board is a Python of its own",
    "testing": "Rules tests on the board: {} of {}, {}",
    "gone": "{}: the board has not come back after its restart; unplug it and plug it in again",
}
FR = {
    "modelled": "la table simulée n'a pas de fichiers à elle : nommez le port d'une vraie carte",
    "silent": "{} : aucun MicroPython ne répond ; débranchez la carte et rebranchez-la, puis, si "
    "cela ne suffit pas, tierce flash",
    "busy": "{} : le programme de la carte ne s'arrête pas ; débranchez-la et rebranchez-la, en "
    "tenant OK si la table le permet",
    "confused": "{} : la réponse de la carte n'a pas de sens ({}) ; débranchez-la, rebranchez-la, "
    "et recommencez",
    "timeout": "{} : la carte n'a pas répondu pendant {} s ; débranchez-la, rebranchez-la, et "
    "recommencez",
    "failed": "{} : une erreur sur la carte : {}",
    "full": "{} : la mémoire flash de la carte est pleine ; enlevez les fichiers qui ne sont pas "
    "de Tierce, ou diminuez le journal dans config.json",
    "memory": "{} : la mémoire de la carte ne suffit pas ({}) ; redémarrez-la et recommencez",
    "read_only": "{} : la mémoire flash de la carte refuse l'écriture ; si un boot.py à vous "
    "l'interdit, corrigez-le, sinon elle est usée",
    "engine": "{} : le moteur de règles de la carte n'est pas celui d'ici : tierce deploy, puis "
    "recommencez",
    "on_and_port": "--on et --port ne vont pas ensemble : une carte est un Python à elle seule",
    "testing": "Tests des règles sur la carte : {} sur {}, {}",
    "gone": "{} : la carte n'est pas revenue après son redémarrage ; débranchez-la et "
    "rebranchez-la",
}
