"""Words on serial ports."""

EN = {
    "none": "no board found: plug the table's USB cable in, or name its port with --port, as "
    "--port /dev/ttyACM0 or --port COM3",
    "several": "several boards found: {}; say which one with --port",
    "missing": "there is no port {}: is the cable plugged in? without --port the board is looked "
    "for",
    "no_port": "{} is no serial port: name the board's, as /dev/ttyACM0 or COM3",
    "in_use": "{} is in use by another program: end it (another tierce, mpremote, a serial "
    "monitor), then try again",
    "forbidden": "you may not open {}: on Linux join the group that may, as with `sudo usermod "
    "-aG dialout $USER`, then log in again",
    "unopened": "{} can't be opened: {}; unplug the board, plug it in and try again",
    "url": "{} can't be opened: {}; a port elsewhere is as socket://HOST:NUMBER or "
    "rfc2217://HOST:NUMBER, and its server must run",
    "unplugged": "{}: the board has gone; plug it in again and repeat the command",
}
FR = {
    "none": "aucune carte trouvée : branchez le câble USB de la table, ou nommez son port avec "
    "--port, comme --port /dev/ttyACM0 ou --port COM3",
    "several": "plusieurs cartes trouvées : {} ; dites laquelle avec --port",
    "missing": "il n'y a pas de port {} : le câble est-il branché ? sans --port on cherche la "
    "table",
    "no_port": "{} n'est pas un port série : nommez celui de la table, comme /dev/ttyACM0 ou COM3",
    "in_use": "{} est occupé par un autre programme : quittez-le (un autre tierce, mpremote, un "
    "moniteur série), puis recommencez",
    "forbidden": "vous n'avez pas le droit d'ouvrir {} : sous Linux rejoignez le groupe qui l'a, "
    "par `sudo usermod -aG dialout $USER`, puis reconnectez-vous",
    "unopened": "impossible d'ouvrir {} : {} ; débranchez la table, rebranchez-la et recommencez",
    "url": "impossible d'ouvrir {} : {} ; un port d'ailleurs s'écrit socket://HÔTE:NUMÉRO ou "
    "rfc2217://HÔTE:NUMÉRO, et son serveur doit tourner",
    "unplugged": "{} : la table n'est plus là ; rebranchez-la et relancez la commande",
}
