"""What the tests of rulings share."""

from play import Clause
from tierce.presets import LogError


class Ruling(Clause):
    """Rules, and checks what came of it."""

    def ruled(self, table, ruling, **event):
        """Rule; check the outcome `ruling`, whose values are those of the event and `totals`."""
        totals = event.pop("totals", None)
        table.feed(ruling=ruling, **event)
        self.assertEqual(table.last[0]["event"], "ruling")
        event["ruling"] = ruling
        if totals is not None:
            event["totals"] = totals
        self.check(table, "ruling", event)

    def nothing(self, table, ruling, **event):
        """Check that there is nothing to rule on."""
        table.feed(ruling=ruling, **event)
        self.assertEqual(len(table.last), 1)
        self.assertEqual(table.last[0]["event"], "warning")
        self.warned(table, "no_ruling", ruling=ruling)

    def bad(self, table, **event):
        """Check that an event is an error that changes nothing."""
        with self.assertRaises(LogError):
            table.feed(**event)
        table.t -= 1000

    def lies(self, table, *cards):
        """Check the cards on the discard zone."""
        self.assertEqual(sorted(table.referee.view.cards(0)), list(cards))

    def undone(self, table, **values):
        """Take back the last turn."""
        table.feed(ruling="undo")
        values["ruling"] = "undo"
        self.check(table, "ruling", values)
