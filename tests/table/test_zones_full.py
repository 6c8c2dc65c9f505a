"""The warning that no meld zone is free: it goes when one is free again."""

from running import Running, config_for


def warned(table):
    """Return whether the screen warns."""
    return any(each[2] == "zones_full" for each in table.program.show.warnings)


def test_it_goes_when_a_zone_is_free_again(tmp_path):
    table = Running(config_for("discard", "meld1", "meld2", "seat0", "seat1"), folder=tmp_path)
    table.run(1500)
    table.begin(game="rami51")
    table.deal("4C")
    table.lay("meld1", "KS KH KD")
    table.wait()
    assert not warned(table)
    table.lay("meld2", "6H 6S 6C")
    table.wait()
    assert warned(table)
    table.people.do({"zone": "meld2", "out": "6H 6S 6C".split()})
    table.wait()
    assert not warned(table)
