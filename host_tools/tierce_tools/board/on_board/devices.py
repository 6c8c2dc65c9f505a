"""Lights, screen, buttons, buzzer, scale: what the board itself can measure of them."""

from machine import Pin

from drivers.steps import MASK, DeviceError

_LOOKS = 100
_LOOK_US = 3000
_READINGS = 10
_BUSY_LOOKS = 1000  # at BUSY, after each step
_BUSY_US = 200


def light(index):
    """Light one zone; -1: none."""
    leds = board.leds
    for zone in board.zones:
        leds.set(zone.name, "idle")
    if index >= 0:
        leds.set(board.zones[index].name, "good")
    clock.sleep_us(50000)  # the driver draws 25 times a second
    leds.draw(clock.ms())


def look_at_lights():
    """Report how long it takes to send the colours to all lights."""
    leds = board.leds
    leds.off()
    begun = clock.us()
    leds.off()
    tell("lights", us=(clock.us() - begun) & MASK)


def show_screen():
    """Show a frame and a word; report how long a whole and a partial refresh take."""
    canvas = board.canvas
    screen = board.screen
    canvas.fill(0)
    canvas.text(16, canvas.height // 16 * 8 - 8, "Tierce")
    canvas.invert(0, 0, canvas.width, canvas.height)
    canvas.invert(8, 8, canvas.width - 16, canvas.height - 16)
    try:
        begun = clock.ms()
        done(screen.start_show(canvas, True))
        whole = clock.ms() - begun
        canvas.text(16, canvas.height // 16 * 8 - 8, "Tierce 2")
        begun = clock.ms()
        done(screen.start_show(canvas))
        tell("screen", whole_ms=whole, part_ms=clock.ms() - begun)
    except DeviceError as error:
        there = []
        if hasattr(screen, "_i2c"):
            there = screen._i2c.scan()
        inverted = error.reason == "busy" and is_inverted(screen)
        tell("screen", error="inverted" if inverted else error.reason, there=there)


def is_inverted(screen):
    """Return whether BUSY is low while the chip works and high at rest, as that of a UC8151."""
    fell = False
    for code in (-1, 4, 2):  # a reset; power on and off, by the UC8151's commands
        if code < 0:
            screen._reset(0)
            clock.sleep_us(_LOOK_US)
            screen._reset(1)
        else:
            screen._command(code)
        for _ in range(_BUSY_LOOKS):
            fell = fell or not screen._busy()
            clock.sleep_us(_BUSY_US)
        if not fell and code > 0:
            return False
    return bool(screen._busy())


def _pins():
    """Return (name, pin) of the buttons, and of the safe pin if it is a pin of its own."""
    pins = []
    for button in config.get("buttons") or ():
        name = button["does"] if "does" in button else "seat%d" % button["seat"]
        pins.append((name, button["pin"]))
    safe = config.get("safe_pin")
    if safe is not None and safe not in [pin for _, pin in pins]:
        pins.append(("safe_pin", safe))
    return [(name, Pin(pin, Pin.IN, Pin.PULL_UP)) for name, pin in pins]


def look_at_buttons():
    """Report how often each button reads as down while nobody presses it."""
    pins = _pins()
    down = [0] * len(pins)
    for _ in range(_LOOKS):
        clock.sleep_us(_LOOK_US)
        for i in range(len(pins)):
            down[i] += not pins[i][1].value()
    for i in range(len(pins)):
        tell("button", name=pins[i][0], down=down[i] * 100 // _LOOKS)


def watch_buttons(name, ms, stuck):
    """Wait until a button is pressed and released; report the buttons that went down."""
    pins = [pin for pin in _pins() if pin[0] not in stuck]
    pressed = []
    steady = 0
    end = clock.ms() + ms
    while clock.ms() < end and steady < 30:
        clock.sleep_us(_LOOK_US)
        steady += 1
        for each, pin in pins:
            if not pin.value():
                steady = 0
                if each not in pressed:
                    pressed.append(each)
        if not pressed:
            steady = 0
    tell("pressed", name=name, pressed=pressed)


def play():
    """Play a tune."""
    done(board.buzzer.start_play("good"))


def look_at_scale():
    """Report the readings of the scale while its load does not change."""
    scale = board.scale
    try:
        readings = [done(scale.start_open())]
        for _ in range(_READINGS):
            clock.sleep_us(60000)
            readings.append(done(scale.start_read()))
    except DeviceError as error:
        tell("scale", error=error.reason)
        return
    tell("scale", low=min(readings), high=max(readings), card=scale.card)


def examine():
    """Examine all devices."""
    if board.leds:
        attempt("lights", look_at_lights)
    if board.screen:
        attempt("screen", show_screen)
    attempt("buttons", look_at_buttons)
    if board.scale:
        attempt("scale", look_at_scale)
