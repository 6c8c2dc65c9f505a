"""Frees the memory of modules and words that are not needed now; the next use loads them again."""

import sys

from tierce.phrases import Phrases, forget

# What has ended=the modules that only it needs
GROUPS = Phrases("""
start=app.start app.board app.journal.segments app.journal.resume app.journal.totals tierce.state
read=app.journal.readback tierce.record_reader tierce.log tierce.presets
config=app.config app.schema app.errors tierce.presets
header=tierce.log tierce.presets
totals=app.journal.totals tierce.state
link=app.link.commands app.link.services
rulings=tierce.rulings
trouble=app.match.alerts
checks=app.match.checks tierce.hints
page=app.people.alerts_page
menu=app.people.menu app.people.choices app.people.sheet app.people.opening app.people.decide app.people.placing
placed=app.match.by_hand
teach=app.people.teach
faults=app.faults
open=drivers.pn5180_open
test=drivers.pn5180_more drivers.pn5180_open
en=tierce.words_en
fr=tierce.words_fr
""")


def unload(*ended):
    """Forget the modules of these rows of GROUPS, and all words.

    Objects of theirs that are still referenced stay, with their code.
    """
    for row in ended:
        for name in GROUPS[row].split(" "):
            if name in sys.modules:
                del sys.modules[name]
                # MicroPython also keeps a module as an attribute of its package.
                parent, _, last = name.rpartition(".")
                package = sys.modules.get(parent)
                if package is not None and hasattr(package, last):
                    delattr(package, last)
    forget()
