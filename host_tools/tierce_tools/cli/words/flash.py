"""Words of `tierce flash`."""

EN = {
    "image": "{}: MicroPython {} of {} for {} ({}), {} blocks, whole",
    "some_board": "some board",
    "pico": "Raspberry Pi Pico",
    "other_board": "{} was built for {}, not for a Pico: its pins and its flash may differ",
    "fetching": "Downloading {} from {}",
    "fetching_bar": "Downloading",
    "restarting": "Restarting {} into BOOTSEL mode",
    "would": "Would write {} bytes to {}; nothing was written",
    "would_restart": "Would restart {} into BOOTSEL mode and write to its drive; nothing was done",
    "writing": "Writing",
    "thousands": ",",
    "half": "stopped half-way: this Pico does not start until all is written; repeat the command",
    "written": "{} bytes written to {}",
    "waiting": "Waiting up to {} s for the board to come back",
    "runs": "MicroPython {} runs on the board at {}; next: tierce deploy",
    "uf2_and_version": "--uf2 names an image, --version and --board name an official one: give "
    "one or the other",
    "modelled": "the modelled table needs no MicroPython; leave --port out",
    # finding the drive
    "drive_none": "no Pico in BOOTSEL mode found: unplug it, hold its BOOTSEL button while you "
    "plug it in again, then repeat; --drive names the folder if its drive (RPI-RP2 or RP2350) is "
    "there already",
    "drive_none_running": "no Pico in BOOTSEL mode found, but one that runs, at {}: repeat with "
    "--bootsel to restart it into that mode, or hold its BOOTSEL button while you plug it in",
    "drives_several": "several Picos in BOOTSEL mode: {}; say which one, as --drive {}",
    "drive_unmounted": "a Pico in BOOTSEL mode is plugged in but not mounted: run `udisksctl mount "
    "-b {}`, then repeat",
    "drive_missing": "there is no folder {}: is the Pico still plugged in? hold BOOTSEL while you "
    "plug it in, then repeat",
    "drive_no_info": "{} is no Pico in BOOTSEL mode: it has no {}; nothing was written; without "
    "--drive the Pico is looked for",
    "drive_other": "{} is no Pico in BOOTSEL mode but another board ({}); nothing was written; "
    "without --drive the Pico is looked for",
    "bootsel_no_drive": "{} was restarted into BOOTSEL mode, but no drive appeared: mount RPI-RP2 "
    "or RP2350, then repeat with --drive and its folder",
    # the image and the chip
    "chip_differs": "{} is for the {} ({}), but the board at {} is an {} ({}); nothing was "
    "written; leave --uf2 and --board out to get the right one",
    "drive_full": "{}: the image needs {} bytes, the drive has {} left; if it is the Pico, unplug "
    "it, hold BOOTSEL while you plug it in, and repeat",
    "drive_locked": "{} cannot be written: it is read-only, or not yours; unplug the Pico, hold "
    "BOOTSEL while you plug it in, and repeat; on Linux, mount it as yourself (udisksctl mount)",
    "drive_gone": "{}: the Pico went away after {} % was written; no harm is done: check the "
    "cable, hold BOOTSEL while you plug it in, and repeat",
    "drive_unwritable": "{} cannot be written: {}; unplug the Pico, hold BOOTSEL while you plug it "
    "in, and repeat",
    "drive_stays": "{}: all is written, but the Pico did not restart: unplug it and plug it in "
    "without BOOTSEL; if no port comes, hold BOOTSEL and repeat",
    "no_port": "all is written, but no serial port has come within {} s: unplug the board, plug it "
    "in without BOOTSEL, then run tierce deploy; --port names its port",
    "version_differs": "{} runs MicroPython {}, not the {} that was written: is it another board? "
    "name its port with --port, or repeat",
    # official images
    "version_unknown": "no official image {} of {} is known here, only: {}; download it from {} "
    "and give it with --uf2",
    "board_unknown": "no official image for {} is known here, only for: {}; download it from {} "
    "and give it with --uf2",
    "fetch_offline": "{} cannot be reached ({}): try again, or download the image from {} on "
    "another computer and give it with --uf2",
    "fetch_refused": "{}: the site answers {}; download the image from {} and give it with --uf2",
    "fetch_cut": "{}: the download broke off after {} of {} bytes; try again",
    "fetch_wrong": "{} is not the image that Tierce knows (its SHA-256 differs) and was thrown "
    "away: a proxy or a log-in page may be between; try elsewhere, or download it from {} and give "
    "it with --uf2",
    # errors in a file
    "uf2_missing": "{}: there is no such file; leave --uf2 out to get the official image",
    "uf2_folder": "{} is a folder; --uf2 takes a .uf2 file",
    "uf2_unreadable": "{} cannot be read: {}",
    "uf2_empty": "{} is empty: download it again, or leave --uf2 out",
    "uf2_html": "{} is a web page, not an image: download the .uf2 file itself, or leave --uf2 out",
    "uf2_zip": "{} is an archive: unpack it and give the .uf2 file in it",
    "uf2_elf": "{} is an ELF program, not a UF2 image: give the .uf2 file built with it",
    "uf2_hex": "{} is a HEX file, not a UF2 image: give the .uf2 file of the same build",
    "uf2_bin": "{} is a bare binary, not a UF2 image: give the .uf2 file of the same build",
    "uf2_other": "{} is no UF2 image: give a .uf2 file for the Pico, or leave --uf2 out",
    "uf2_cut": "{}: cut off after {} of {} blocks: download it again",
    "uf2_more": "{}: {} blocks, but it says that it has {}: download it again",
    "uf2_tail": "{}: {} bytes too many at its end: download it again",
    "uf2_magic": "{}: block {} is damaged (byte {}): download it again",
    "uf2_count": "{}: block {} says that there are {} blocks, the first one {}: download it again",
    "uf2_number": "{}: block {} calls itself block {} where {} is expected: download it again",
    "uf2_files": "{}: block {} holds part of a file, not of a program: give MicroPython's .uf2",
    "uf2_not_flash": "{}: block {} is not for the flash: give MicroPython's .uf2 for the Pico",
    "uf2_flags": "{}: block {} has flags {} that do not fit: download it again",
    "uf2_size": "{}: block {} carries {} bytes, a Pico's has 256: download it again, or take the "
    "one for the Pico",
    "uf2_tags": "{}: block {} has extension tags that do not end: download it again",
    "uf2_no_family": "{}: block {} does not say which chip it is for: take the .uf2 for the Pico",
    "uf2_family": "{} is for another chip, {}: take the .uf2 for the Pico (RP2040) or Pico 2 "
    "(RP2350)",
    "uf2_family_mixed": "{}: block {} is for {}, others for {}: take the .uf2 for one chip, or "
    "download it again",
    "uf2_address": "{}: block {} goes to {}, which is not in the flash: download it again, or take "
    "MicroPython's .uf2",
    "uf2_not_at_start": "{}: begins at {}, not at the start of the flash: it is no whole image; "
    "take MicroPython's .uf2",
    "uf2_too_large": "{}: block {} goes to {}, but a {} has {} MB of flash: take the image for the "
    "Pico",
    "uf2_overlap": "{}: block {} goes to {}, where another one lies: download it again",
    "uf2_gap": "{}: block {} goes to {}, which leaves a gap: download it again",
    "uf2_md5": "{}: block {}: the checksum of what is at {} does not match: download it again",
    "uf2_md5_area": "{}: block {}: its checksum is of bytes at {} that are not in the file: "
    "download it again",
    "uf2_crc": "{}: the checksum of the boot stage (byte {}) does not match, the Pico would not "
    "start: download it again",
    "uf2_no_start": "{}: the mark is missing that a Pico 2 starts by: download it again",
    "uf2_circuitpython": "{} is CircuitPython {}; Tierce needs MicroPython: leave --uf2 out to get "
    "it",
    "uf2_no_micropython": "{}: there is no MicroPython in it; leave --uf2 out to get the official "
    "image",
    "uf2_other_chip": "{}: made for the {}, but marked for the {}: take the official image",
}
FR = {
    "image": "{} : MicroPython {} du {} pour {} ({}), {} blocs, entier",
    "some_board": "une carte inconnue",
    "pico": "Raspberry Pi Pico",
    "other_board": "{} est fait pour {}, pas pour un Pico : ses broches et sa mémoire flash "
    "peuvent différer",
    "fetching": "Téléchargement de {} depuis {}",
    "fetching_bar": "Téléchargement",
    "restarting": "Redémarrage de {} en mode BOOTSEL",
    "would": "{} octets seraient écrits sur {} ; rien n'a été écrit",
    "would_restart": "{} serait redémarré en mode BOOTSEL, puis son lecteur écrit ; rien n'a été "
    "fait",
    "writing": "Écriture",
    "thousands": " ",
    "half": "arrêté en cours de route : ce Pico ne démarre pas tant que tout n'est pas écrit ; "
    "relancez la commande",
    "written": "{} octets écrits sur {}",
    "waiting": "On attend le retour de la carte, {} s au plus",
    "runs": "MicroPython {} tourne sur la carte, port {} ; ensuite : tierce deploy",
    "uf2_and_version": "--uf2 nomme une image, --version et --board une image officielle : donnez "
    "l'un ou l'autre",
    "modelled": "la table simulée n'a pas besoin de MicroPython ; enlevez --port",
    "drive_none": "aucun Pico en mode BOOTSEL : débranchez-le, tenez son bouton BOOTSEL en le "
    "rebranchant, puis recommencez ; si son lecteur (RPI-RP2 ou RP2350) est déjà là, --drive en "
    "nomme le dossier",
    "drive_none_running": "aucun Pico en mode BOOTSEL, mais un Pico en marche sur {} : recommencez "
    "avec --bootsel pour le redémarrer dans ce mode, ou tenez son bouton BOOTSEL en le branchant",
    "drives_several": "plusieurs Pico en mode BOOTSEL : {} ; dites lequel, comme --drive {}",
    "drive_unmounted": "un Pico en mode BOOTSEL est branché mais pas monté : lancez `udisksctl "
    "mount -b {}`, puis recommencez",
    "drive_missing": "il n'y a pas de dossier {} : le Pico est-il encore branché ? tenez BOOTSEL "
    "en le branchant, puis recommencez",
    "drive_no_info": "{} n'est pas un Pico en mode BOOTSEL : il n'y a pas de {} ; rien n'a été "
    "écrit ; sans --drive on cherche le Pico",
    "drive_other": "{} n'est pas un Pico en mode BOOTSEL mais une autre carte ({}) ; rien n'a été "
    "écrit ; sans --drive on cherche le Pico",
    "bootsel_no_drive": "{} a redémarré en mode BOOTSEL, mais aucun lecteur n'est apparu : montez "
    "RPI-RP2 ou RP2350, puis recommencez avec --drive et son dossier",
    "chip_differs": "{} est pour le {} ({}), mais la carte sur {} est un {} ({}) ; rien n'a été "
    "écrit ; sans --uf2 ni --board on prend la bonne image",
    "drive_full": "{} : l'image prend {} octets, il en reste {} ; si c'est bien le Pico, "
    "débranchez-le, tenez BOOTSEL en le rebranchant, et recommencez",
    "drive_locked": "{} refuse l'écriture : en lecture seule, ou pas à vous ; débranchez le Pico, "
    "tenez BOOTSEL en le rebranchant, et recommencez ; sous Linux, montez-le vous-même (udisksctl "
    "mount)",
    "drive_gone": "{} : le Pico a disparu après {} % d'écriture ; rien de grave : vérifiez le "
    "câble, tenez BOOTSEL en le branchant, et recommencez",
    "drive_unwritable": "{} refuse l'écriture : {} ; débranchez le Pico, tenez BOOTSEL en le "
    "rebranchant, et recommencez",
    "drive_stays": "{} : tout est écrit, mais le Pico n'a pas redémarré : débranchez-le et "
    "rebranchez-le sans BOOTSEL ; si aucun port ne vient, tenez BOOTSEL et recommencez",
    "no_port": "tout est écrit, mais aucun port série n'est venu en {} s : débranchez la carte, "
    "rebranchez-la sans BOOTSEL, puis lancez tierce deploy ; --port nomme son port",
    "version_differs": "{} : MicroPython {} tourne, pas le {} qui vient d'être écrit : est-ce une "
    "autre carte ? nommez son port avec --port, ou recommencez",
    "version_unknown": "pas d'image officielle {} de {} connue ici, seulement : {} ; "
    "téléchargez-la sur {} et donnez-la avec --uf2",
    "board_unknown": "pas d'image officielle pour {} connue ici, seulement pour : {} ; "
    "téléchargez-la sur {} et donnez-la avec --uf2",
    "fetch_offline": "{} est injoignable ({}) : recommencez, ou téléchargez l'image sur {} avec un "
    "autre ordinateur et donnez-la avec --uf2",
    "fetch_refused": "{} : le site répond {} ; téléchargez l'image sur {} et donnez-la avec --uf2",
    "fetch_cut": "{} : le téléchargement s'est arrêté après {} octets sur {} ; recommencez",
    "fetch_wrong": "{} n'est pas l'image que Tierce connaît (son SHA-256 diffère), elle est jetée "
    ": un proxy ou une page de connexion est peut-être entre les deux ; essayez ailleurs, ou "
    "téléchargez-la sur {} et donnez-la avec --uf2",
    "uf2_missing": "{} : ce fichier n'existe pas ; sans --uf2 on prend l'image officielle",
    "uf2_folder": "{} est un dossier ; --uf2 veut un fichier .uf2",
    "uf2_unreadable": "{} est illisible : {}",
    "uf2_empty": "{} est vide : téléchargez-le à nouveau, ou enlevez --uf2",
    "uf2_html": "{} est une page web, pas une image : téléchargez le fichier .uf2 lui-même, ou "
    "enlevez --uf2",
    "uf2_zip": "{} est une archive : ouvrez-la et donnez le fichier .uf2 qu'elle contient",
    "uf2_elf": "{} est un programme ELF, pas une image UF2 : donnez le fichier .uf2 construit avec",
    "uf2_hex": "{} est un fichier HEX, pas une image UF2 : donnez le .uf2 de la même construction",
    "uf2_bin": "{} est un binaire brut, pas une image UF2 : donnez le .uf2 de la même construction",
    "uf2_other": "{} n'est pas une image UF2 : donnez un fichier .uf2 pour le Pico, ou enlevez "
    "--uf2",
    "uf2_cut": "{} : coupé après {} blocs sur {} : téléchargez-le à nouveau",
    "uf2_more": "{} : {} blocs, mais il en annonce {} : téléchargez-le à nouveau",
    "uf2_tail": "{} : {} octets de trop à la fin : téléchargez-le à nouveau",
    "uf2_magic": "{} : le bloc {} est abîmé (octet {}) : téléchargez-le à nouveau",
    "uf2_count": "{} : le bloc {} annonce {} blocs, le premier {} : téléchargez-le à nouveau",
    "uf2_number": "{} : le bloc {} se dit bloc {} à la place du {} : téléchargez-le à nouveau",
    "uf2_files": "{} : le bloc {} contient un bout de fichier, pas de programme : donnez le .uf2 "
    "de MicroPython",
    "uf2_not_flash": "{} : le bloc {} n'est pas pour la mémoire flash : donnez le .uf2 de "
    "MicroPython pour le Pico",
    "uf2_flags": "{} : le bloc {} a des drapeaux {} qui ne vont pas : téléchargez-le à nouveau",
    "uf2_size": "{} : le bloc {} porte {} octets, celui d'un Pico 256 : téléchargez-le à nouveau, "
    "ou prenez celui du Pico",
    "uf2_tags": "{} : le bloc {} a des étiquettes sans fin : téléchargez-le à nouveau",
    "uf2_no_family": "{} : le bloc {} ne dit pas pour quelle puce il est : prenez le .uf2 du Pico",
    "uf2_family": "{} est pour une autre puce, {} : prenez le .uf2 du Pico (RP2040) ou du Pico 2 "
    "(RP2350)",
    "uf2_family_mixed": "{} : le bloc {} est pour {}, d'autres pour {} : prenez le .uf2 d'une "
    "seule puce, ou téléchargez-le à nouveau",
    "uf2_address": "{} : le bloc {} va en {}, hors de la mémoire flash : téléchargez-le à nouveau, "
    "ou prenez le .uf2 de MicroPython",
    "uf2_not_at_start": "{} : commence en {}, pas au début de la mémoire flash : l'image n'est pas "
    "entière ; prenez le .uf2 de MicroPython",
    "uf2_too_large": "{} : le bloc {} va en {}, mais un {} a {} Mo de mémoire flash : prenez "
    "l'image du Pico",
    "uf2_overlap": "{} : le bloc {} va en {}, où il y en a déjà un : téléchargez-le à nouveau",
    "uf2_gap": "{} : le bloc {} va en {}, ce qui laisse un trou : téléchargez-le à nouveau",
    "uf2_md5": "{} : bloc {} : la somme de contrôle de ce qui va en {} n'est pas la bonne : "
    "téléchargez-le à nouveau",
    "uf2_md5_area": "{} : bloc {} : sa somme de contrôle porte sur des octets en {} absents du "
    "fichier : téléchargez-le à nouveau",
    "uf2_crc": "{} : la somme de contrôle de l'étage de démarrage (octet {}) n'est pas la bonne, "
    "le Pico ne démarrerait pas : téléchargez-le à nouveau",
    "uf2_no_start": "{} : il manque la marque par laquelle un Pico 2 démarre : téléchargez-le à "
    "nouveau",
    "uf2_circuitpython": "{} est CircuitPython {} ; il faut MicroPython à Tierce : sans --uf2 on "
    "le prend",
    "uf2_no_micropython": "{} : pas de MicroPython dedans ; sans --uf2 on prend l'image officielle",
    "uf2_other_chip": "{} : fait pour le {}, mais marqué pour le {} : prenez l'image officielle",
}
