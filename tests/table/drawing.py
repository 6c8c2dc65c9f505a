"""Canvas functions for tests only: read the pixels, draw any rectangle. Runs on both Pythons."""


def rows(canvas):
    """Return the picture as rows of 0 and 1, from the top."""
    made = []
    for y in range(canvas.height):
        row = bytearray(canvas.width)
        for x in range(canvas.width):
            row[x] = canvas.buffer[x * canvas.pages + y // 8] >> (7 - y % 8) & 1
        made.append(row)
    return made


def box(canvas, x, y, wide, high, ink=1):
    """Fill a rectangle with ink, or blank it; 2 inverts it."""
    for column in range(max(x, 0), min(x + wide, canvas.width)):
        for row in range(max(y, 0), min(y + high, canvas.height)):
            at = column * canvas.pages + row // 8
            mask = 0x80 >> row % 8
            if ink == 2:
                canvas.buffer[at] ^= mask
            elif ink:
                canvas.buffer[at] |= mask
            else:
                canvas.buffer[at] &= 255 ^ mask
