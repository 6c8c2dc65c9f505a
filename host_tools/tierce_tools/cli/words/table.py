"""Words of `tierce table` and `tierce demo`, and of errors of the virtual table."""

EN = {
    # the verbs
    "another": "Another window: {}",
    "how_to": "Open this link in a browser; Ctrl-C ends",
    "goodbye": "The table is cleared away",
    "demo_head": "A recorded match, played at the modelled table: its firmware referees.",
    "names": "Ana Luc Zoé Max Lou Eva",
    "pico_image_from": "The emulated Pico boots the official MicroPython, fetched the first time",
    "pico_boots": "The emulated Pico starts: that takes it about half a minute",
    "page_port": "port {} of this computer can't be had: {}; name another with --page-port, or "
    "none",
    "port_range": "--page-port {}: a port is a number from 0 to 65535, 0 being any that is free",
    # phones in the room
    "phones_how": "Phones in this network join at {}: choose “Phones” on the page, and let each "
    "scan its code",
    "phones_plain": "Not encrypted: whoever is in this network can read the hand on a phone, and "
    "play in its place",
    "phones_public": "Not encrypted, and open to the internet if no firewall is between: whoever "
    "is on the way can read the hand on a phone, and play in its place",
    "phones_others": "Is that another network than the phones'? --address takes one of: {}",
    "phones_port": "{}, port {}, can't be had for phones: {}; name an address of this computer "
    "with --address, or none",
    "address_alone": "--address goes with --listen",
    "bad_address": "--address {}: one address of this computer, as 192.168.1.5, or with its port, "
    "as 192.168.1.5:8000",
    "no_network": "--listen: this computer is in no network; join the Wi-Fi that the phones are "
    "in, then start again",
    "no_private": "--listen: this computer is in no private network, its address is {}; join the "
    "phones' Wi-Fi, or name that address with --address if you mean it",
    "no_phones": "Phones can't join: start the table with tierce table --listen.",
    "port_and_pico": "--port and --pico do not go together: one is a real board, the other an "
    "emulated one",
    "no_store": "--store and {} do not go together: those games are not kept on this computer; "
    "tierce pull fetches a real board's",
    "log_alone": "a log says itself what is played: leave out {}",
    "mirror_alone": "a real board says itself what is played: leave out {}",
    "mirror_modelled": "--port modelled is the table that runs anyway: leave --port out",
    "mirror_config": "the board's config.json is not in order ({}): put that right with tierce "
    "doctor, then try again",
    "uf2_alone": "--uf2 goes with --pico",
    "needs_game": "{} needs --game NAME: which game is played?",
    "how_many": "{} is played by {}, not by {}: see --players",
    "no_name": "--players {}: a name is missing; as in --players Ana,Luc, or --players 2",
    "bad_seat": "--computers {}: nobody there is called so; take names ({}), seats from 0 to {}, "
    "or all",
    "bad_seed": "--seed {}: a seed is a whole number of 18 digits at most",
    "bad_rules": "{}",
    "unreadable": "{} can't be read: {}",
    "no_page": "the files of the page are missing: install Tierce again",
    # links
    "no_seat": "There is no seat {}: there are {}, and the first is 0.",
    "too_fast": "Too much at once: wait until the table has answered.",
    # requests of a page
    "not_json": "The page sent what is no JSON object: reload it.",
    "no_action": "The table can't do “{}”: reload the page.",
    "bad_value": "“{}” is no {} for “{}”: reload the page.",
    "no_language": "There is no language {}; there are: {}.",
    "fault": "That went wrong inside the table; the terminal says why. The game goes on.",
    "closed": "The table is being cleared away.",
    "readonly": "This page shows a real table: move the cards there.",
    "busy_deal": "The cards are being dealt: wait a moment.",
    "busy_new": "The match is about to begin: wait a moment.",
    "busy_playback": "A recorded match is playing: stop it first.",
    "played_back": "This is a recorded match: begin a new one to play yourself.",
    "another_table": "That was broken off: the table has been set up anew.",
    "power_cut": "That was broken off: the power was cut.",
    "no_power": "The table has no power: switch it on again under Faults.",
    # permissions of a seat
    "owner_only": "Only whoever began the table can do that.",
    "own_seat": "You play for seat {} only.",
    "own_place": "A rack and a seat's zone belong to who sits there.",
    "own_cards": "You can take your own cards only, and those that lie open.",
    "dealer_only": "Somebody else deals this round.",
    # cards and buttons
    "no_place": "There is no place {}; there are: {}.",
    "no_card": "{} is no card, or named twice: a card is as 5H, TD2 or X1.",
    "card_in_box": "{} is not played with in this game.",
    "stock_empty": "The stock is empty.",
    "not_on_turn": "{} is on turn.",
    "undo": "Take back {}'s turn? It is open again, whatever came of it; the cards stay where they "
    "are.",
    "no_undo": "there is no turn to take back",
    "out_of_turn": "{} is on turn. Move it all the same?",
    "stock_covered": "The stock lies face down: only its top card can be drawn.",
    "no_draw_in_count": "The hands are being counted: nothing is drawn any more.",
    "not_drawn": "Only a card that was drawn in this turn goes back on the stock.",
    "leave_kept": "The match in play is kept: you can go on with it later. Leave it now?",
    "leave_lost": "The match in play would be lost: save its log first if you want it. Leave it "
    "all the same?",
    "no_kept": "This match is not kept any more; its log is in the store: see tierce logs.",
    "kept_in_use": "This match is on another table just now.",
    "kept_damaged": "The match in {} can't go on: config.json there is damaged. Once tierce logs "
    "shows the match, you may delete that folder.",
    "not_kept": "{} can't be written ({}): the game goes on, but is not kept.",
    "goes_on": "The match goes on where it was: {}. New match on the page begins another one, and "
    "so does tierce table --game NAME; this one is kept",
    "no_button": "Seat {} has no button at this table.",
    "no_key": "There is no button {}; there are: {}.",
    "joker_not_so": "Joker {} can't stand for {} in {}.",
    "disturbed": "That was broken off: somebody pressed other buttons meanwhile. Try again.",
    "no_deal": "No deal is awaited now.",
    "no_more_zones": "This table has {} zones, and can't have more.",
    "room_left": "There is a meld zone left: another one is added once all are in use.",
    "busy_zone": "A zone is being added: wait a moment.",
    # hints
    "hint_not_now": "There is nothing to play now: a hint is for the hand in play.",
    "hint_no_hand": "There is no card in this hand: a hint needs the cards of one's rack.",
    "hint_hand_size": "A hand of {} cards: {} at most for a hint; put back what is too many.",
    "hint_joker": "{} holds {}: say first which card its joker stands for.",
    "hint_no_meld": "{} holds {}, which is no meld: put that right first.",
    "hint_no_seat": "There is no seat {}: seats are 0 to {}.",
    "hint_no_card": "{} is no card of this game: a card is named like 7H, TS2 or X1.",
    "hint_twice": "A card is there twice in this hand: {}.",
    # matches
    "bad_name": "“{}” is no name: one to 12 letters.",
    "names_twice": "Two players have one name: {}.",
    "bad_match": "This can't be played: {}.",
    "bad_table": "This table can't be set up: {}.",
    "too_few_seats": "This table has places and buttons for {} players only: take another table, or"
    " fewer players.",
    "zones_missing": "This game needs a meld zone and a discard zone, which this table lacks: take"
    " another table, or another game.",
    "no_log": "No match is in play: there is nothing to save.",
    # recorded matches
    "no_recorded": "There is no recorded match {}; there are: {}.",
    "log_too_long": "{} is longer than {} MB: too long to be played back.",
    "log_line": "{}:{}: {}",
    "log_no_events": "{} has a header only: there is nothing to play back.",
    "log_zones": "{} needs {} zones: a table has {} at most.",
    "no_playback": "No recorded match is playing.",
    "speed": "Speed {}: it goes from {} to {}.",
    "paused": "“{}” is neither true nor false: reload the page.",
    # other kinds of table
    "pico_chip": "{} is for the {}: --pico needs MicroPython's .uf2 for the Pico (RP2040); leave "
    "--uf2 out to have it downloaded",
    "pico_oled": "the emulated Pico has no OLED screen: give a config.json with an e-paper, or "
    "without a screen",
    "pico_image": "{} (for {}) keeps no files where a Pico does: take MicroPython's .uf2 for the "
    "Pico, or leave --uf2 out",
    "pico_silent": "{} does not start the table: take MicroPython 1.28 for the Pico, or leave "
    "--uf2 out",
    # faults
    "no_fault": "There is no fault {}; there are: {}.",
    "no_zone": "There is no zone {}; there are: {}.",
}
FR = {
    "another": "Une autre fenêtre : {}",
    "how_to": "Ouvrez ce lien dans un navigateur ; Ctrl-C pour finir",
    "goodbye": "La table est débarrassée",
    "demo_head": "Une partie enregistrée, jouée sur la table simulée : c'est son programme qui "
    "arbitre.",
    "names": "Ana Luc Zoé Max Lou Eva",
    "pico_image_from": "Le Pico émulé démarre le MicroPython officiel, téléchargé la première fois",
    "pico_boots": "Le Pico émulé démarre : il lui faut une demi-minute environ",
    "page_port": "le port {} de cet ordinateur n'est pas libre : {} ; nommez-en un autre par "
    "--page-port, ou aucun",
    "port_range": "--page-port {} : un port est un nombre de 0 à 65535, 0 pour n'importe lequel",
    "phones_how": "Les téléphones de ce réseau nous rejoignent par {} : choisissez « Téléphones » "
    "sur la page, et faites lire à chacun son code",
    "phones_plain": "Rien n'est chiffré : qui est dans ce réseau peut lire la main affichée par un "
    "téléphone, et jouer à sa place",
    "phones_public": "Rien n'est chiffré, et l'internet y a accès si aucun pare-feu n'est entre "
    "deux : qui est sur le chemin peut lire la main affichée par un téléphone, et jouer à sa place",
    "phones_others": "Est-ce un autre réseau que celui des téléphones ? --address en prend un de : "
    "{}",
    "phones_port": "{}, port {}, n'est pas libre pour les téléphones : {} ; nommez une adresse de "
    "cet ordinateur par --address, ou aucune",
    "address_alone": "--address va avec --listen",
    "bad_address": "--address {} : une adresse de cet ordinateur, comme 192.168.1.5, ou avec son "
    "port, comme 192.168.1.5:8000",
    "no_network": "--listen : cet ordinateur n'est dans aucun réseau ; rejoignez le Wi-Fi des "
    "téléphones, puis recommencez",
    "no_private": "--listen : cet ordinateur n'est dans aucun réseau privé, son adresse est {} ; "
    "rejoignez le Wi-Fi des téléphones, ou nommez cette adresse par --address si c'est voulu",
    "no_phones": "Les téléphones n'ont pas d'entrée : ouvrez la table par tierce table --listen.",
    "port_and_pico": "--port et --pico ne vont pas ensemble : l'un est une vraie carte, l'autre un "
    "Pico émulé",
    "no_store": "--store et {} ne vont pas ensemble : ces parties ne sont pas gardées sur cet "
    "ordinateur ; tierce pull prend celles d'une vraie table",
    "log_alone": "un journal dit lui-même ce qu'on joue : enlevez {}",
    "mirror_alone": "une vraie table dit elle-même ce qu'on joue : enlevez {}",
    "mirror_modelled": "--port modelled est la table qui tourne de toute façon : enlevez --port",
    "mirror_config": "le config.json de la carte a des erreurs ({}) : corrigez-les avec tierce "
    "doctor, puis recommencez",
    "uf2_alone": "--uf2 va avec --pico",
    "needs_game": "{} demande --game NOM : à quel jeu joue-t-on ?",
    "how_many": "{} se joue à {}, pas à {} : voyez --players",
    "no_name": "--players {} : il manque un nom ; comme --players Ana,Luc, ou --players 2",
    "bad_seat": "--computers {} : personne n'y porte ce nom ; donnez des noms ({}), des places de "
    "0 à {}, ou all",
    "bad_seed": "--seed {} : une graine est un nombre entier de 18 chiffres au plus",
    "bad_rules": "{}",
    "unreadable": "{} est illisible : {}",
    "no_page": "il manque les fichiers de la page : réinstallez Tierce",
    "no_seat": "Il n'y a pas de place {} : il y en a {}, et la première est 0.",
    "too_fast": "Trop de choses à la fois : attendez que la table ait répondu.",
    "not_json": "La page a envoyé autre chose qu'un objet JSON : rechargez-la.",
    "no_action": "La table ne sait pas faire « {} » : rechargez la page.",
    "bad_value": "« {} » ne convient pas comme {} pour « {} » : rechargez la page.",
    "no_language": "Il n'y a pas de langue {} ; il y a : {}.",
    "fault": "Quelque chose a échoué dans la table ; le terminal dit pourquoi. La partie continue.",
    "closed": "On débarrasse la table.",
    "readonly": "Cette page montre une vraie table : c'est là-bas qu'on bouge les cartes.",
    "busy_deal": "On distribue : un instant.",
    "busy_new": "La partie va commencer : un instant.",
    "busy_playback": "On revoit une partie enregistrée : arrêtez-la d'abord.",
    "played_back": "C'est une partie enregistrée : commencez-en une nouvelle pour jouer vous-même.",
    "another_table": "Interrompu : la table a été remise à neuf.",
    "power_cut": "Interrompu : le courant a été coupé.",
    "no_power": "La table n'a plus de courant : remettez-le sous « Pannes ».",
    "owner_only": "Seul celui qui a ouvert la table peut faire cela.",
    "own_seat": "Vous ne jouez que pour la place {}.",
    "own_place": "Une main et une zone de joueur sont à celui qui est assis là.",
    "own_cards": "Vous ne pouvez prendre que vos cartes, et celles que tout le monde voit.",
    "dealer_only": "C'est à un autre de donner.",
    "no_place": "Il n'y a pas d'endroit {} ; il y a : {}.",
    "no_card": "{} n'est pas une carte, ou est nommée deux fois : une carte s'écrit 5H, TD2 ou X1.",
    "card_in_box": "On ne joue pas avec {} à ce jeu.",
    "stock_empty": "La pioche est vide.",
    "not_on_turn": "C'est à {} de jouer.",
    "undo": "Reprendre le dernier tour ({}) ? Il est de nouveau ouvert, quoi qu'il en soit sorti ; "
    "les cartes restent où elles sont.",
    "no_undo": "il n'y a pas de tour à reprendre",
    "out_of_turn": "C'est à {} de jouer. Déplacer quand même ?",
    "stock_covered": "Le talon est face cachée : on ne pioche que la carte du dessus.",
    "no_draw_in_count": "On compte les mains : on ne pioche plus.",
    "not_drawn": "Seule une carte piochée pendant ce tour retourne sur le talon.",
    "leave_kept": "La partie en cours est gardée : on pourra la reprendre plus tard. La quitter "
    "maintenant ?",
    "leave_lost": "La partie en cours serait perdue : enregistrez d'abord son journal si vous y "
    "tenez. La quitter quand même ?",
    "no_kept": "Cette partie n'est plus gardée ; son journal est dans le dépôt : voyez "
    "tierce logs.",
    "kept_in_use": "Cette partie est en ce moment sur une autre table.",
    "kept_damaged": "La partie dans {} ne peut pas reprendre : son fichier config.json est abîmé. "
    "Quand tierce logs montre cette partie, vous pouvez supprimer ce dossier.",
    "not_kept": "impossible d'écrire dans {} ({}) : la partie continue, mais n'est pas gardée.",
    "goes_on": "La partie reprend où elle en était : {}. Nouvelle partie, sur la page, en commence "
    "une autre, tierce table --game NOM aussi ; celle-ci est gardée",
    "no_button": "La place {} n'a pas de bouton à cette table.",
    "no_key": "Il n'y a pas de bouton {} ; il y a : {}.",
    "joker_not_so": "Le joker {} ne peut pas remplacer {} sur {}.",
    "disturbed": "Interrompu : quelqu'un a appuyé sur d'autres boutons. Recommencez.",
    "no_deal": "Ce n'est pas le moment de donner.",
    "no_more_zones": "Cette table a {} zones, et ne peut pas en avoir plus.",
    "room_left": "Il reste une zone de combinaison libre : on en ajoute quand toutes sont prises.",
    "busy_zone": "On ajoute une zone : un instant.",
    "hint_not_now": "Il n'y a rien à jouer maintenant : un conseil vaut pour la main en jeu.",
    "hint_no_hand": "Il n'y a aucune carte dans cette main : un conseil demande les cartes du "
    "chevalet.",
    "hint_hand_size": "Une main de {} cartes : {} au plus pour un conseil ; remettez ce qui est de "
    "trop.",
    "hint_joker": "{} porte {} : dites d'abord quelle carte son joker remplace.",
    "hint_no_meld": "{} porte {}, qui n'est pas une combinaison : corrigez d'abord cela.",
    "hint_no_seat": "Il n'y a pas de place {} : les places vont de 0 à {}.",
    "hint_no_card": "{} n'est pas une carte de ce jeu : une carte s'écrit 7H, TS2 ou X1.",
    "hint_twice": "Une carte est deux fois dans cette main : {}.",
    "bad_name": "« {} » n'est pas un nom : de une à 12 lettres.",
    "names_twice": "Deux joueurs ont le même nom : {}.",
    "bad_match": "On ne peut pas jouer cela : {}.",
    "bad_table": "On ne peut pas dresser cette table : {}.",
    "too_few_seats": "Cette table n'a de places et de boutons que pour {} joueurs : prenez une"
    " autre table, ou moins de joueurs.",
    "zones_missing": "Ce jeu demande une zone de combinaison et une zone de défausse, que cette"
    " table n'a pas : prenez une autre table, ou un autre jeu.",
    "no_log": "Aucune partie en cours : il n'y a rien à enregistrer.",
    "no_recorded": "Il n'y a pas de partie enregistrée {} ; il y a : {}.",
    "log_too_long": "{} dépasse {} Mo : trop long pour être revu.",
    "log_line": "{}:{} : {}",
    "log_no_events": "{} n'a qu'un en-tête : il n'y a rien à revoir.",
    "log_zones": "{} demande {} zones : une table en a {} au plus.",
    "no_playback": "On ne revoit aucune partie enregistrée.",
    "speed": "Vitesse {} : elle va de {} à {}.",
    "paused": "« {} » n'est ni vrai ni faux : rechargez la page.",
    "pico_chip": "{} est pour le {} : --pico veut le .uf2 de MicroPython pour le Pico (RP2040) ; "
    "sans --uf2, on le télécharge",
    "pico_oled": "le Pico émulé n'a pas d'écran OLED : donnez un config.json avec un papier "
    "électronique, ou sans écran",
    "pico_image": "{} (pour {}) ne garde pas ses fichiers comme un Pico : prenez le .uf2 de "
    "MicroPython pour le Pico, ou enlevez --uf2",
    "pico_silent": "{} ne démarre pas la table : prenez MicroPython 1.28 pour le Pico, ou enlevez "
    "--uf2",
    "no_fault": "Il n'y a pas de panne {} ; il y a : {}.",
    "no_zone": "Il n'y a pas de zone {} ; il y a : {}.",
}
