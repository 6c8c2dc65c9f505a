"""Words for errors of the store of games."""

EN = {
    "bad_url": "{}: no store can be there; name a file, or postgresql://user@host/games",
    "missing": "{}: there is no such store; name another with --store, or fetch games with tierce "
    "pull",
    "folder": "{}: it is a folder; name a file in it",
    "no_folder": "{}: there is no such folder; make it, or name another file with --store",
    "unwritable": "{}: cannot be written: {}; name another file with --store",
    "cannot_open": "{}: cannot be opened; look whether you may read and write it and its folder",
    "no_store": "{}: is no store of games, or damaged; name another file with --store",
    "other": "{}: is a database of something else; name another file or database with --store",
    "newer": "{}: was written by a newer Tierce; bring this one up to date",
    "read_only": "{}: cannot be written; look at its rights, or name another file with --store",
    "busy": "{}: another program holds it; try again when that has ended",
    "full": "{}: the disk is full or fails; nothing of this step was kept; make room and try again",
    "server": "{}: the server cannot be reached: {}; look at its address, name and password",
    "failed": "{}: the database refuses: {}; look at your rights there, or name another with "
    "--store",
    "no_match": "there is no game {} in {}; tierce logs lists them",
}
FR = {
    "bad_url": "{} : il ne peut y avoir là de dépôt ; nommez un fichier, ou "
    "postgresql://user@host/games",
    "missing": "{} : ce dépôt n'existe pas ; nommez-en un autre avec --store, ou rapatriez des "
    "parties avec tierce pull",
    "folder": "{} : c'est un dossier ; nommez un fichier dedans",
    "no_folder": "{} : ce dossier n'existe pas ; créez-le, ou nommez un autre fichier avec --store",
    "unwritable": "{} : impossible d'y écrire : {} ; nommez un autre fichier avec --store",
    "cannot_open": "{} : ne s'ouvre pas ; voyez si vous avez le droit de lire et d'écrire ce "
    "fichier et son dossier",
    "no_store": "{} : n'est pas un dépôt de parties, ou est abîmé ; nommez un autre fichier avec "
    "--store",
    "other": "{} : est la base d'autre chose ; nommez un autre fichier ou une autre base avec "
    "--store",
    "newer": "{} : vient d'un Tierce plus récent ; mettez celui-ci à jour",
    "read_only": "{} : impossible d'y écrire ; voyez ses droits, ou nommez un autre fichier avec "
    "--store",
    "busy": "{} : un autre programme le tient ; réessayez quand il aura fini",
    "full": "{} : le disque est plein ou défaille ; rien de cette étape n'a été gardé ; faites de "
    "la place et réessayez",
    "server": "{} : le serveur ne répond pas : {} ; voyez son adresse, le nom et le mot de passe",
    "failed": "{} : la base refuse : {} ; voyez vos droits, ou nommez-en une autre avec --store",
    "no_match": "il n'y a pas de partie {} dans {} ; tierce logs les liste",
}
