"""What `tierce replay` says beside the turns, in English and French."""

EN = {
    "no_logs": "there is no log (*.jsonl) in this folder",
    "what": "name a log to referee, - being standard input; --store auto takes the games of your "
    "store",
    "store_empty": "the store has no game yet: name logs to keep, or `tierce pull` a table's",
    "speed_jobs": "--speed plays one log at a time: leave out --jobs and --summary",
    "process_gone": "a process that refereed was ended from outside, maybe for want of memory: "
    "try fewer --jobs",
    "match": "match {}",
    "refereeing": "Refereeing",
    "stored": "kept in the store: {}; there already: {}; left out for bad lines: {}",
    # the summary
    "summary": "Summary",
    "files": "logs",
    "bad_files": "logs with bad lines",
    "bad_lines": "bad lines",
    "matches": "matches",
    "ended": "of them ended",
    "rounds": "rounds",
    "turns": "turns",
    "refused": "refused",
    "warnings": "warnings",
    "events": "events",
    "kept": "kept in the store",
    "known": "in the store already",
    "left_out": "left out for bad lines",
    "seconds": "seconds",
    "events_per_second": "events per second",
}
FR = {
    "no_logs": "il n'y a pas de journal (*.jsonl) dans ce dossier",
    "what": "nommez un journal à arbitrer, - pour l'entrée standard ; --store auto prend les "
    "parties gardées",
    "store_empty": "aucune partie gardée : nommez des journaux, ou `tierce pull` ceux d'une table",
    "speed_jobs": "--speed joue un journal à la fois : ôtez --jobs et --summary",
    "process_gone": "un processus qui arbitrait a été arrêté du dehors, faute de mémoire "
    "peut-être : essayez moins de --jobs",
    "match": "partie {}",
    "refereeing": "Arbitrage",
    "stored": "gardées : {} ; déjà là : {} ; laissées pour des lignes fautives : {}",
    "summary": "Bilan",
    "files": "journaux",
    "bad_files": "journaux fautifs",
    "bad_lines": "lignes fautives",
    "matches": "parties",
    "ended": "dont finies",
    "rounds": "manches",
    "turns": "tours",
    "refused": "refus",
    "warnings": "avertissements",
    "events": "événements",
    "kept": "gardées",
    "known": "déjà gardées",
    "left_out": "laissées pour leurs fautes",
    "seconds": "secondes",
    "events_per_second": "événements par seconde",
}
