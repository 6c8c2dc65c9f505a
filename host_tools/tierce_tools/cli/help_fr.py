"""The French texts of `--help`. The English ones are at the verbs and options themselves.

`FR` maps each English sentence to French; a test finds missing ones. `PAGE` maps parts of the help
page that typer itself writes.
"""

from collections.abc import Mapping

PAGE = {
    "Usage: ": "Utilisation : ",
    "Show this message and exit.": "Montrer cette aide.",
    "\nArguments:": "\nArguments :",
    "\nOptions:": "\nOptions :",
    "\nCommands:": "\nCommandes :",
    "[default: ": "[par défaut : ",
    "; required]": " ; obligatoire]",
    "[required]": "[obligatoire]",
}

FR: Mapping[str, str] = {
    # the verbs
    "Tierce, the card table that keeps the score.":
        "Tierce, la table de cartes qui tient la marque.",
    "Show recorded matches at the virtual table, one playing at once.":
        "Montrer des parties enregistrées sur la table virtuelle.",
    "Play at a virtual table in the browser; the real firmware judges.":
        "Jouer à une table virtuelle ; le vrai programme de la table arbitre.",
    "Referee recorded games: every turn judged, rounds and matches scored.":
        "Arbitrer des parties enregistrées, tour par tour, avec la marque.",
    "Say what a hand could do: best melds, discard, lay-offs.":
        "Dire ce qu'une main peut faire : combinaisons, défausse, ajouts.",
    "Run the rules tests: which clauses hold, which do not.":
        "Passer les tests des règles : lesquelles tiennent, lesquelles non.",
    "Say what it takes to build a table: pins, wiring, parts, budgets, templates.":
        "Dire ce qu'il faut pour construire une table : câblage, pièces, gabarits.",
    "Put MicroPython on a Pico.": "Mettre MicroPython sur un Pico.",
    "Put the table's program on a board.": "Mettre le programme de la table sur la carte.",
    "Teach the table a deck of cards.": "Apprendre un jeu de cartes à la table.",
    "Examine a table: readers, lights, screen, buttons, memory.":
        "Examiner une table : lecteurs, lumières, écran, boutons, mémoire.",
    "Follow the table live.": "Suivre la table en direct.",
    "Fetch the table's journal into the store of games.":
        "Chercher le journal de la table pour l'archive des parties.",
    "List the games in the store.": "Lister les parties de l'archive.",
    "Write games out: logs, tables, score sheets.":
        "Écrire des parties : journaux, tableaux, feuilles de marque.",
    "Say who wins, how rounds end, what is refused, and more.":
        "Dire qui gagne, comment finissent les manches, ce qui est refusé.",
    # options of all verbs
    "Install completion for the current shell.": "Installer la complétion pour ce shell.",
    "Show completion for the current shell, to copy it or customize the installation.":
        "Montrer la complétion de ce shell, pour la copier ou l'adapter.",
    "Language of all that follows: en or fr.": "Langue de tout ce qui suit : en ou fr.",
    "Show the version.": "Montrer la version.",
    "Language: en (the default, unless TIERCE_LANG says otherwise) or fr.":
        "Langue : en ou fr ; par défaut celle de TIERCE_LANG, sinon en.",
    "Print facts as lines of JSON.": "Imprimer les faits en lignes de JSON.",
    "The board's serial port, as /dev/ttyACM0 or COM3; auto finds it; modelled is a modelled "
    "table, "
    "for trying.":
        "Le port série de la carte, comme /dev/ttyACM0 ou COM3 ; auto le trouve ; modelled est une "
        "table simulée, pour essayer.",
    "Where games are kept: a file, or a URL as postgresql://user@host/games; auto is your own.":
        "Où sont gardées les parties : un fichier, ou une URL comme postgresql://user@host/games ; "
        "auto est votre archive.",
    # demo, table
    "No browser: one match through the whole firmware, and end.":
        "Sans navigateur : une partie à travers tout le programme, et fin.",
    "Open no browser: say the link, and serve.":
        "N'ouvrir aucun navigateur : dire le lien et servir.",
    "Serve the page on this port of this computer; by default any free one.":
        "Servir la page sur ce port de l'ordinateur ; par défaut un port libre.",
    "How many times faster than it was played.": "Combien de fois plus vite qu'elle ne fut jouée.",
    "A log to be played back; - is standard input.":
        "Un journal à rejouer ; - est l'entrée standard.",
    "Show a real board instead, read-only: its serial port; auto finds it.":
        "Montrer une vraie carte, en lecture seule : son port série ; auto le trouve.",
    "Run the firmware on an emulated Pico: slow.":
        "Faire tourner le programme sur un Pico émulé : lent.",
    "The MicroPython image that the emulated Pico boots.":
        "L'image de MicroPython sur laquelle le Pico émulé démarre.",
    "The config.json of the table, or one there are plans for: small, club, classroom; by default "
    "one with zones as the game needs.":
        "Le config.json de la table, ou une dont il y a les plans : small, club, classroom ; par "
        "défaut une table avec les zones qu'il faut au jeu.",
    "Let phones in this network join, by a code on the page: a seat each. Not encrypted.":
        "Laisser entrer les téléphones de ce réseau, par un code sur la page : une place chacun. "
        "Non chiffré.",
    "Where --listen listens: another address of this computer than the default.":
        "Où --listen écoute : une autre adresse de cet ordinateur que celle par défaut.",
    "Begin a match of this game at once.": "Commencer tout de suite une partie de ce jeu.",
    "Who plays: how many, as 3, or names, as Ana,Luc,Zoé.":
        "Qui joue : combien, comme 3, ou des noms, comme Ana,Luc,Zoé.",
    "Who is the computer: names, as Luc,Zoé, or seats from 0, as 1,2; or all.":
        "Qui est l'ordinateur : des noms, comme Luc,Zoé, ou des places à partir de 0, comme 1,2 ; "
        "ou all.",
    "A house rule. May be repeated.": "Une règle de la maison. Peut se répéter.",
    "Shuffle, and let computers play, always the same way.":
        "Battre les cartes et faire jouer l'ordinateur toujours de la même façon.",
    # replay
    "Logs, or folders of them; - is standard input. With --store none: its games.":
        "Des journaux, ou des dossiers ; - est l'entrée standard. Avec --store et aucun : ses "
        "parties.",
    "Print outcome lines, as the log format has them.":
        "Imprimer les verdicts en lignes, comme le format du journal.",
    "Say too what lies in each meld zone as it changes.":
        "Dire aussi ce qu'il y a dans chaque zone de combinaison quand cela change.",
    "Answer too what a seat asks that presses hint.":
        "Répondre aussi à qui demande un conseil.",
    "Report bad lines and go on.": "Signaler les mauvaises lignes et continuer.",
    "Play it at a modelled table; its firmware referees.":
        "La jouer à une table simulée ; son programme arbitre.",
    "Say at the end what there was, not turn by turn.":
        "Dire à la fin ce qu'il y a eu, pas tour par tour.",
    "Keep the games there: a file, or a URL as postgresql://user@host/games; auto is your own. "
    "Without FILE: referee the games that it has.":
        "Y garder les parties : un fichier, ou une URL comme postgresql://user@host/games ; auto "
        "est "
        "votre archive. Sans FILE : arbitrer les parties qu'elle contient.",
    "Processes to spread the logs over; 0: one a core.":
        "Processus entre lesquels répartir les journaux ; 0 : un par cœur.",
    "Play back live: 1 is real time, 10 ten times as fast.":
        "Rejouer en direct : 1 est le temps réel, 10 dix fois plus vite.",
    # hint
    "With --game the cards of a hand; else files of questions, - is standard input.":
        "Avec --game les cartes d'une main ; sinon des fichiers de questions, - est l'entrée "
        "standard.",
    "The game, as in a log.": "Le jeu, comme dans un journal.",
    'A meld on the table: "5H 6H 7H". May be repeated.':
        'Une combinaison sur la table : "5H 6H 7H". Peut se répéter.',
    "What a joker on the table stands for.": "La carte qu'un joker de la table représente.",
    "This seat has laid in this round.": "Ce joueur a posé dans cette manche.",
    "Get rid of most cards, or of most points.":
        "Se défaire du plus de cartes, ou du plus de points.",
    "Print the answer as JSON.": "Imprimer la réponse en JSON.",
    "Processes to spread a file over; 0: one a core.":
        "Processus entre lesquels répartir un fichier ; 0 : un par cœur.",
    # test
    "Run on this computer's Python or in MicroPython.":
        "Passer sur le Python de l'ordinateur ou dans MicroPython.",
    "Only the tests of this clause.": "Seulement les tests de cette règle.",
    "A house rule to play by, to see what still holds. May be repeated.":
        "Une règle de la maison, pour voir ce qui tient encore. Peut se répéter.",
    "Run on the board at this serial port, as /dev/ttyACM0 or COM3; auto finds it.":
        "Passer sur la carte de ce port série, comme /dev/ttyACM0 ou COM3 ; auto le trouve.",
    "Print one line for each test.": "Imprimer une ligne par test.",
    "List the clauses.": "Lister les règles.",
    # hardware
    "A table there are plans for, or a file as config.json. Without any: a list of the tables.":
        "Une table dont il y a les plans, ou un fichier comme config.json. Sans rien : la liste.",
    "Where the files go; by default hardware-TABLE, here.":
        "Où vont les fichiers ; par défaut hardware-TABLE, ici.",
    "Only judge the description; write nothing.":
        "Juger seulement la description ; ne rien écrire.",
    "Write over files that may not be ours.":
        "Remplacer des fichiers qui ne sont peut-être pas les nôtres.",
    "MicroPython for the Pico: with it the image for Wokwi is written, too.":
        "MicroPython pour le Pico : avec lui, l'image pour Wokwi est écrite aussi.",
    "Print the JSON Schema of a table's description.":
        "Imprimer le schéma JSON de la description d'une table.",
    # flash, deploy
    "An image that you have, a .uf2 file.": "Une image que vous avez, un fichier .uf2.",
    "The official image of a version, as 1.28.0; it is downloaded once. By default the newest one "
    "known.":
        "L'image officielle d'une version, comme 1.28.0 ; téléchargée une fois. Par défaut : la "
        "plus "
        "récente connue.",
    "Whose official image: RPI_PICO, RPI_PICO_W, RPI_PICO2, RPI_PICO2_W. By default the plain "
    "board's with the chip of the drive.":
        "L'image officielle de quelle carte : RPI_PICO, RPI_PICO_W, RPI_PICO2, RPI_PICO2_W. Par "
        "défaut : la carte simple à la puce du lecteur.",
    "Where the Pico's drive is mounted, if that is not found.":
        "Où le disque du Pico est monté, s'il n'est pas trouvé.",
    "Restart a Pico that runs MicroPython into BOOTSEL mode.":
        "Redémarrer en mode BOOTSEL un Pico qui a déjà MicroPython.",
    "Say what would be done; write nothing.": "Dire ce qui serait fait ; ne rien écrire.",
    "How long to wait for the board to come back and say its version; 0: not at all.":
        "Combien de temps attendre que la carte revienne et dise sa version ; 0 : pas du tout.",
    "Copy .py files as they are, not compiled.":
        "Copier les fichiers .py tels quels, sans les compiler.",
    "Copy nothing: run the program from this computer until Ctrl-C, for development.":
        "Ne rien copier : exécuter le programme depuis l'ordinateur jusqu'à Ctrl-C, pour le "
        "développement.",
    "A config.json to put in the place of the board's, or a table there are plans for: small, "
    "club, "
    "classroom.":
        "Un config.json à la place de celui de la carte, ou une table dont il y a les plans : "
        "small, "
        "club, classroom.",
    "Say what would be done; change nothing.": "Dire ce qui serait fait ; ne rien changer.",
    # register
    "Cards to register anew, as 7H X1; else all.":
        "Les cartes à enregistrer de nouveau, comme 7H X1 ; sinon toutes.",
    "Packs of the table; 2 by default.":
        "Les paquets avec lesquels la table joue ; 2 par défaut.",
    "Jokers in all; by default 2 for each pack.":
        "Les jokers en tout ; 2 par paquet par défaut.",
    "Packs and jokers of this game.": "Les paquets et les jokers de ce jeu.",
    "Begin with this card.": "Commencer par cette carte.",
    "Ask for cards that are registered, too.": "Demander aussi les cartes déjà enregistrées.",
    "End after so long without a card.": "Finir après tant de temps sans carte.",
    "Take the deck over from a .json or .csv.": "Reprendre le jeu d'un .json ou d'un .csv.",
    "With --import: other cards lose their tags.":
        "Avec --import : les autres cartes perdent leur puce.",
    "Write the deck to a .json or .csv.": "Écrire le jeu dans un .json ou un .csv.",
    "Write a sheet of labels: .pdf or .svg.": "Écrire une planche d'étiquettes : .pdf ou .svg.",
    "Which labels: l4731, l7651, 30x12 mm...": "Quelles étiquettes : l4731, l7651, 30x12 mm...",
    "Paper for labels of a free size.": "Le papier pour des étiquettes de taille libre.",
    "Labels of the first sheet that are used already.":
        "Les étiquettes de la première planche déjà utilisées.",
    "Marks to cut along.": "Des repères de coupe.",
    "Say which cards are registered; change nothing.":
        "Dire quelles cartes sont enregistrées ; ne rien changer.",
    "The deck's file on this computer; with it --status, --export and --labels need no board.":
        "Le fichier du jeu sur l'ordinateur ; avec lui --status, --export et --labels se passent "
        "de "
        "carte.",
    # doctor
    "With your help: test cards, lights, screen, buttons, buzzer.":
        "Avec votre aide : cartes d'essai, lumières, écran, boutons, son.",
    "With your help, but for test cards only.":
        "Avec votre aide, mais pour les cartes d'essai seulement.",
    "Only this zone. May be repeated.": "Seulement cette zone. Peut se répéter.",
    "With --port modelled: the table's config.json, or the name of one of ours.":
        "Avec --port modelled : le config.json de la table, ou le nom d'une des nôtres.",
    "With --port modelled: a mistake or fault to try, as busy=meld1; a wrong name lists them. "
    "May be "
    "repeated.":
        "Avec --port modelled : une erreur ou une panne à essayer, comme busy=meld1 ; un nom "
        "inconnu "
        "en donne la liste. Peut se répéter.",
    # watch, pull, logs, export, stats
    "Write the match into a log, for tierce replay; of the next match into FILE-2.":
        "Écrire la partie dans un journal, pour tierce replay ; la suivante dans FILE-2.",
    "How long to wait for a board whose cable was pulled; 0: not at all.":
        "Combien de temps attendre une carte débranchée ; 0 : pas du tout.",
    "Only this game. May be repeated.": "Seulement ce jeu. Peut se répéter.",
    "Only games in which this player sat. May be repeated: all of them.":
        "Seulement les parties de ce joueur. Peut se répéter : de tous.",
    "Only games since a day, as 2026-11-21.":
        "Seulement les parties depuis un jour, comme 2026-11-21.",
    "Games, as tierce logs numbers them.": "Les parties, par le numéro que dit tierce logs.",
    "All games in the store.": "Toutes les parties de l'archive.",
    "Logs to replay; tables for a spreadsheet; score sheets as a page or to print. By default what "
    "the "
    "name of --out says, or log.":
        "Des journaux à rejouer ; des tableaux pour un tableur ; des feuilles de marque en page "
        "ou à "
        "imprimer. Par défaut selon le nom de --out, sinon log.",
    "One file for all, or a folder with one for each; - is standard output. By default the folder "
    "where "
    "you are.":
        "Un fichier pour toutes, ou un dossier avec un fichier par partie ; - est la sortie "
        "standard. Par défaut le dossier où vous êtes.",
    "With --to csv: a row for each round and seat, or for each turn. By default both in a folder, "
    "else "
    "rounds.":
        "Avec --to csv : une ligne par manche et joueur, ou par tour. Dans un dossier les deux par "
        "défaut, sinon les manches.",
    "Write over files.": "Remplacer des fichiers.",
    "Logs, or folders of them; - is standard input. Without any: the store.":
        "Des journaux, ou des dossiers ; - est l'entrée standard. Sans rien : l'archive.",
    "Draw plots there, as SVG and PNG.": "Y dessiner des graphiques, en SVG et PNG.",
    "Write a report that can be sent: one file.": "Écrire un rapport à envoyer : un seul fichier.",
}
