"""The lights of the zones. `state_of` decides what each one shows; the task repeats it."""

from tierce.phases import COUNT, TURN

# For how long a verdict is shown, and a card that was just read.
_VERDICT_MS = 4000
_READ_MS = 1500
# Troubles shown with the light of another state: an unsteady zone is still being read.
_SHOWN_AS = {"changing": "foreign", "unsteady": "read"}


def state_of(trouble, phase, number, awaited, verdict, touched, joker):
    """Return the most urgent state of a zone, one of drivers.leds.STATES.

    `trouble`: the zone's, or None; `phase`: the match's, or None; `number`: as in tierce.zones;
    `awaited`: whether the count waits for this seat zone; `verdict`: "good", "bad" or None;
    `touched`: whether a card came or left just now; `joker`: whether one lies there that nobody has
    declared, and the screen says what it is read as.
    """
    if trouble:
        return _SHOWN_AS.get(trouble, trouble)
    if verdict:
        return verdict
    if touched:
        return "read"
    if joker:
        return "joker"
    if phase == COUNT and awaited:
        return "count"
    if phase == TURN and number == 0:
        return "turn"
    return "idle"


class Lights:
    """The lights' task. `leds` is a drivers.leds.Leds with a range of LEDs for each zone."""

    def __init__(self, leds, table, clock):
        self.leds = leds
        self.table = table
        self.clock = clock
        self.touched = {}  # zone index -> ms of the last change there since the last verdict
        self.verdicts = {}  # zone index -> "good" or "bad"
        self.until = 0  # ms until which the verdicts are shown
        self.ruled = -1  # time of the last ruling, in ms of the match

    def touch(self, index):
        """Note that a card came to a zone or left it."""
        self.touched[index] = self.clock.ms()

    def signal(self, outcome):
        """Process an outcome: light an accepted or refused turn in the zones that it touched.

        A ruling lights the zone of the seat that it names, or all zones, whatever comes of it.

        They are lit before this returns: what is shown and done next takes longer.
        """
        event = outcome[0]
        if event not in ("turn", "refused", "round", "ruling") or outcome[1] == self.ruled:
            return
        table = self.table
        view = table.match.view
        self.verdicts = {}
        if event == "refused":
            bad = []
            for index in range(len(table.zones)):
                number = table.zones[index].number
                if number > 0 and view.cards(number) and not view.is_meld(number):
                    bad.append(index)
            # If no meld is invalid, the turn as a whole is wrong: light the zones that it touched.
            for index in bad or self._of_the_turn():
                self.verdicts[index] = "bad"
        elif event == "ruling":
            self.ruled = outcome[1]
            zones = range(len(table.zones))
            named = -1 - outcome[3] if len(outcome) > 3 and outcome[2] != "accept" else 0
            for index in [i for i in zones if table.zones[i].number == named < 0] or zones:
                self.verdicts[index] = "good"
        else:
            for index in self._of_the_turn():
                self.verdicts[index] = "good"
        self.touched.clear()
        self.until = self.clock.ms() + _VERDICT_MS
        self.draw()

    def _of_the_turn(self):
        """Return the indices of the zones that the turn touched, always with the discard."""
        table = self.table
        zones = [index for index in sorted(self.touched) if table.zones[index].number >= 0]
        for index in range(len(table.zones)):
            if table.zones[index].number == 0 and index not in zones:
                zones.append(index)
        return zones

    def run(self):
        """Steps of the task."""
        while True:
            self.draw()
            yield 40000

    def draw(self):
        """Set each zone's lights and draw them."""
        table = self.table
        now = self.clock.ms()
        if self.verdicts and now > self.until:
            self.verdicts = {}
        phase = table.match.phase
        awaited = table.match.show.awaited
        teach = table.match.show.teach
        asked = teach[1] if teach else None  # the zone for the card to be registered
        checks = table.match.show.checks
        for index in range(len(table.zones)):
            zone = table.zones[index]
            if zone.name == asked:
                state = "teach"
            else:
                at = self.touched.get(index)
                joker = False
                for name, _ in table.match.show.jokers:
                    joker = joker or name == zone.name
                state = state_of(
                    table.readers.trouble_of(index),
                    phase,
                    zone.number,
                    zone.number < 0 and -1 - zone.number in awaited,
                    self.verdicts.get(index) or (checks and checks.lights.get(index)),
                    at is not None and now - at < _READ_MS,
                    joker,
                )
            self.leds.set(zone.name, state)
        # The patterns begin with the verdict, so that a refusal does not begin with a dark blink.
        self.leds.draw(now - self.until)
