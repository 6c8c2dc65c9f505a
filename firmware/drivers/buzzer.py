"""A piezo buzzer on a PWM pin: plays short patterns."""

# Name to notes, each (hertz, 0 for a pause; milliseconds)
PATTERNS = {
    "good": ((1760, 60), (2349, 90)),
    "bad": ((330, 120), (0, 40), (262, 220)),
    "notice": ((1319, 80),),
    "teach": ((1047, 50), (0, 50), (1047, 50)),
}


class Buzzer:
    """`duty`: for how much of each period the pin is high, of 65536; 32768 is the loudest."""

    def __init__(self, pwm: "Pwm", duty: int = 32768) -> None:
        self._pwm = pwm
        self._duty = duty
        self._turn = 0
        self.off()

    def start_play(self, name: str) -> "Steps[None]":
        """Steps: play a pattern, which ends the one before; an unknown name plays nothing.

        To abandon it, call close() on the steps, or off().
        """
        self._turn += 1
        turn = self._turn
        try:
            for hz, ms in PATTERNS.get(name, ()):
                if turn != self._turn:
                    return
                if hz:
                    self._pwm.freq(hz)
                    self._pwm.duty_u16(self._duty)
                else:
                    self._pwm.duty_u16(0)
                yield ms * 1000
        finally:
            if turn == self._turn:
                self._pwm.duty_u16(0)

    def off(self) -> None:
        """Stop playing at once."""
        self._turn += 1
        self._pwm.duty_u16(0)
