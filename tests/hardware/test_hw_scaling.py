"""Nodes on RS-485: the documents are up to date, the sums are right, the token's rules hold."""

import random
import re
from dataclasses import dataclass, field
from itertools import pairwise

import pytest

from tierce_plans import electrical, nodes, power, timing
from tierce_tools import paths

HERE = paths.tables().parent
DOCUMENTS = ("SCALING.md", "SCALING.fr.md")


def text_of(name):
    return (HERE / name).read_text("utf-8")


def language_of(name):
    return "fr" if name.endswith(".fr.md") else "en"


@pytest.mark.parametrize("name", DOCUMENTS)
def test_the_figures_are_fresh(name):
    text = text_of(name)
    command = f"python -m tierce_plans.nodes hardware/{name}"
    assert nodes.renewed(text, language_of(name)) == text, f"run {command}"
    # Each block occurs once, and each has a generator.
    assert sorted(re.findall(r"<!-- begin: (\w+) -->", text)) == sorted(nodes.blocks("en"))


def test_renewing_finds_what_is_old():
    text = text_of("SCALING.md").replace("| 0 | 11 | 36 |", "| 0 | 11 | 37 |")
    assert "| 0 | 11 | 37 |" in text
    assert nodes.renewed(text, "en") == text_of("SCALING.md")
    with pytest.raises(KeyError):
        nodes.renewed("<!-- begin: nothing -->\n<!-- end: nothing -->", "en")


def test_the_command_renews_in_place(tmp_path):
    copies = [tmp_path / name for name in DOCUMENTS]
    for copy in copies:
        emptied = re.sub(r"(begin: \w+ -->\n).*?(<!-- end)", r"\1\2", text_of(copy.name),
                         flags=re.DOTALL)
        copy.write_text(emptied, "utf-8")
    nodes.main([str(copy) for copy in copies])
    for copy in copies:
        assert copy.read_text("utf-8") == text_of(copy.name)


def test_both_languages_have_the_same_figures():
    english, french = nodes.blocks("en"), nodes.blocks("fr")
    for name, block in english.items():
        numbers = [re.findall(r"(?<![A-Za-z])\d+(?:[.,]\d+)?", each.replace(",", "."))
                   for each in (block, french[name])]
        if name != "parts":  # parts have numbers in their names
            assert numbers[0] == numbers[1], name


def test_frames_by_hand():
    # eight bytes of framing, ten bits per byte
    assert nodes.frame_us(9, 460_800) == pytest.approx(17 * 10 / 0.4608)
    assert nodes.exchange_us(4, 921_600) == pytest.approx((17 + 22) * 10 / 0.9216 + 2000)


def test_a_round_is_the_sum_of_its_visits():
    alone = nodes.round_of(12, 1, 921_600)
    cards = [4] * 8 + [3] + [0] * 3
    visits = [timing.visit("pn5180", count, 5000, 2_000_000).total for count in cards]
    assert nodes.typical(12) == cards
    assert nodes.one_pico_ms(12) == pytest.approx(sum(visits) / 1000)
    assert alone.round_ms == pytest.approx(
        (sum(visits) + sum(nodes.exchange_us(count, 921_600) for count in cards)) / 1000)
    assert alone.bytes == sum(16 + 15 + 2 * count for count in cards)
    # the lower bound: the air time alone
    assert alone.round_ms > timing.zones_us("C", cards, 5000) / 1000


@pytest.mark.parametrize("zones", nodes.ZONES)
def test_two_groups_are_quicker(zones):
    one, two = (nodes.round_of(zones, groups, 921_600) for groups in (1, 2))
    assert one.round_ms / 2 <= two.round_ms < one.round_ms * 0.7
    assert two.median_ms < one.median_ms
    for each in (one, two):
        assert each.median_ms < each.round_ms * 1.1
        assert each.median_ms < each.worst_ms < 2 * each.round_ms
        assert each.line < 0.1
        assert nodes.round_of(zones, each.groups, 460_800).round_ms < 1.02 * each.round_ms


@pytest.mark.parametrize("groups", [1, 2, 3])
@pytest.mark.parametrize("zones", [1, 4, 5, 12, 18, 36])
def test_groups_have_all_zones_and_about_as_much_to_do(zones, groups):
    cards = nodes.typical(zones) if zones > 1 else [3]
    shares = nodes.groups_of(cards, groups)
    assert sorted(count for share in shares for count in share) == sorted(cards)
    count = -(-zones // nodes.PER_NODE)
    if count >= 2 * groups:
        assert max(map(sum, shares)) <= 2 * min(map(sum, shares))


def test_grants_are_long_enough():
    """Even if all tags must be separated; a check rarely needs twice its usual time."""
    for cards in range(21):
        visit = timing.visit("pn5180", cards, 5000, 2_000_000).total / 1000
        assert visit + nodes.LATE_MS < nodes.limit_ms(cards) < 2 * visit + 30
        assert nodes.limit_ms(cards) % 4 == 0
        assert nodes.limit_ms(cards) < 4 * 256
        assert nodes.limit_ms(cards) < 500


def test_the_guard_covers_all_delays():
    longest = nodes.frame_us(nodes.DONE + 60, min(nodes.BAUDS)) / 1000
    assert nodes.STALE_MS + nodes.LATE_MS + longest + nodes.TURN_US.value / 1000 < nodes.GUARD_MS


def test_the_line():
    assert nodes.idle_mv(680) == pytest.approx(3300 * 60 / 1420)
    assert nodes.idle_mv(nodes.BIAS) > nodes.THRESHOLD_MV > nodes.idle_mv(470)
    assert nodes.driver_ohm(nodes.BIAS) > nodes.DRIVER_OHM
    assert nodes.driver_ohm(240) < nodes.DRIVER_OHM


def test_a_node_is_within_its_limits():
    load = electrical.spi(nodes.node_table())
    assert load is not None
    assert load.legal
    assert load.reserve > 1.25
    found = power.budget(nodes.node_table())
    assert found.three_v3_fits
    assert found.three_v3_ma == 4 * 40 + 5


def test_power_by_hand():
    quiet, field_ma = nodes.node_ma()
    assert field_ma == 250
    assert nodes.supply_ma(36, 2) == pytest.approx(9 * quiet + 500 + 130)
    # three nodes in a row: three, two and one of them behind each piece of wire
    piece = power.drop_mv(1, 0.5, 1.5)
    assert nodes.far_mv(3, 1) == pytest.approx(piece * (6 * quiet + 3 * field_ma))
    assert nodes.far_mv(9, 2) < nodes.far_mv(9, 1) / 2


# --- the rules of the token, simulated


@dataclass
class Node:
    """A node's program, with pauses in which only its timer works."""

    pauses: list[tuple[float, float]]
    fields: list[tuple[float, float]] = field(default_factory=list)

    def awake(self, at: float) -> float:
        """Return when the program does something that is due at `at`."""
        for begin, end in self.pauses:
            if begin <= at < end:
                return end
        return at


def play(seed: int, stale_ms: float = nodes.STALE_MS, late_ms: float = nodes.LATE_MS,
         guard_ms: float = nodes.GUARD_MS):
    """Simulate a minute of one group; return the nodes and the times of transmission."""
    dice = random.Random(seed)

    def pauses():
        at, found = 0.0, []
        while at < 60_000:
            at += dice.expovariate(1 / 400)
            length = dice.choice([1, 2, 4, 20, 90, 300])
            found.append((at, at + length))
            at += length
        return found

    ring = [Node(pauses()) for _ in range(4)]
    talk: list[tuple[float, float]] = []
    now = 0.0
    while now < 60_000:
        node = dice.choice(ring)
        limit = nodes.limit_ms(dice.randrange(14))
        frame = nodes.frame_us(nodes.GRANT + 13, 460_800) / 1000
        talk.append((now, now + frame))
        now += frame
        due = now + limit + guard_ms
        heard = None
        if dice.random() > 0.1:  # the grant has arrived
            read = node.awake(now)
            if read - now < stale_ms:
                # It may take any time, but the timer ends it.
                ends = min(read + dice.uniform(5, 1.3 * limit), read + limit)
                done = node.awake(ends)
                node.fields.append((read, min(done, read + limit)))  # may pause with it on
                if done < read + limit + late_ms:
                    size = nodes.frame_us(nodes.DONE + dice.randrange(60), 460_800) / 1000
                    talk.append((done, done + size))
                    if dice.random() > 0.1:  # the answer has arrived
                        heard = done + size
        now = due if heard is None or heard > due else heard + nodes.TURN_US.value / 1000
    return ring, sorted(talk)


def overlaps(spans):
    spans = sorted(spans)
    return sum(1 for one, other in pairwise(spans) if other[0] < one[1])


def test_two_fields_are_never_on_at_once():
    for seed in range(20):
        ring, talk = play(seed)
        fields = [each for node in ring for each in node.fields]
        assert len(fields) > 300
        assert overlaps(fields) == 0, seed
        assert overlaps(talk) == 0, seed


def test_each_rule_is_needed():
    """Without any one of them, fields or frames overlap."""
    def all_of(**rules):
        games = [play(seed, **rules) for seed in range(8)]
        return (sum(overlaps([each for node in ring for each in node.fields])
                    for ring, _ in games), sum(overlaps(talk) for _, talk in games))

    assert all_of(stale_ms=1e9)[0] > 0
    assert all_of(late_ms=1e9)[1] > 0
    assert all_of(guard_ms=0)[0] > 0
