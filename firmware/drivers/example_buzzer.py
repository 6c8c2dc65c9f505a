"""A piezo buzzer between GP27 and ground. Plays all patterns."""

import time

from machine import PWM, Pin

from drivers.buzzer import PATTERNS, Buzzer
from drivers.steps import blocking

buzzer = Buzzer(PWM(Pin(27)))
for name in PATTERNS:
    print(name)
    blocking(buzzer.start_play(name), time.sleep_us)
    time.sleep_ms(500)
