"""The panel of a table where cards are tapped: + shows the next arrangement, - takes back.

Loaded only where the table's one zone is the tap. What it writes is in app.people.tapped_page.
"""

from app.people.panel import Panel


class TapPanel(Panel):
    """A Panel whose table is an app.match.tapped.TapTable."""

    def gesture(self, button, gesture):
        """See Panel."""
        taps = self.table.taps
        if taps and gesture == "short" and not (self.notices or self.menu or self.score):
            if button == "plus" and taps.ways:
                self.table.next()
                return
            if button == "minus" and (taps.laid or taps.taken or taps.counted or taps.refused):
                self.table.take_back()
                return
        Panel.gesture(self, button, gesture)

    def _rows(self, columns, lines):
        table = self.table
        if not table.taps or self.notices or self.menu or self.score:
            return Panel._rows(self, columns, lines)
        from app.people.tapped_page import rows

        return rows(table, self.show, self.words, columns, lines)
