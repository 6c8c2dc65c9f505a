"""A table in a real Home Assistant, as a home has it: found, followed, automated, retired. By `make test-ha` only."""

import json
import os
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from processes import PIPE, Process, some_port

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "host"))
from mosquitto import SECONDS, Broker, client, publishing, some_broker
from published import keep

from tierce_tools.broker import discovery, messages
from tierce_tools.virtual.board import records_of

PYTHON = os.environ.get("TIERCE_HA", "")
if not PYTHON:
    pytest.skip("make test-ha has a Home Assistant", allow_module_level=True)

HOME = Path(__file__).resolve().parents[2] / "hardware/home"
TABLE = "table-1"
CONFIG = """
http: {{server_host: 127.0.0.1, server_port: {port}}}
scene: []
counter: {{refused: {{}}, accepted: {{}}}}
light:
  - platform: template
    lights:
      lamp: {{turn_on: {{event: lamp_on}}, turn_off: {{event: lamp_off}}}}
automation: !include automations.yaml
"""
Record = dict[str, Any]


class Assistant:
    """A running Home Assistant. `ask` waits until a template is true."""

    def __init__(self, folder: Path, broker: Broker) -> None:
        self.folder = folder
        folder.mkdir()
        (folder / "configuration.yaml").write_text(CONFIG.format(port=some_port()))
        self.automate([])
        blueprints = folder / "blueprints/automation/tierce"
        blueprints.mkdir(parents=True)
        shutil.copy(HOME / "refused.yaml", blueprints)
        self.process = Process(PYTHON, Path(__file__).with_name("assistant.py"), folder, str(broker.port), stdin=PIPE)

    def automate(self, automations: list[Record]) -> None:
        """Write the automations; JSON is YAML."""
        (self.folder / "automations.yaml").write_text(json.dumps(automations))

    def ask(self, line: str) -> Record:
        """Return the answer to a line: see assistant.py."""
        self.process.say(line + "\n")
        return json.loads(self.process.out.line())


@pytest.fixture
def broker() -> Iterator[Broker]:
    with some_broker() as made:
        yield made


@pytest.fixture
def home(broker: Broker, tmp_path: Path) -> Iterator[Assistant]:
    made = Assistant(tmp_path / "config", broker)
    with made.process:
        yield made


@pytest.fixture
def table(tmp_path: Path) -> Path:
    folder = tmp_path / "table"
    keep(folder, 1, 2, whole=False)
    return folder


def is_there(name: str = "table_1") -> str:
    return f"{{{{ states('sensor.tierce_{name}_turn') not in ('unknown', 'unavailable') }}}}"


def content(card: str) -> str:
    """Return the template of the card's text, as one line."""
    text = card.partition("content: |\n")[2].partition("\n  - type:")[0]
    return " ".join(text.split())


def say(broker: Broker, topic: str, payload: bytes = b"") -> None:
    """Say something that the broker retains; by default it forgets the topic."""
    speaker = client(broker)
    speaker.publish(topic, payload, 1, retain=True).wait_for_publish(SECONDS)
    speaker.loop_stop()


def test_a_table_at_home(broker: Broker, home: Assistant, table: Path) -> None:
    seen = len(records_of(table))
    with publishing(broker, TABLE, table, "--lang", "fr") as running:
        found = home.ask(is_there())
        # One device; ids in English, names and phases as people read them.
        (device,) = found["devices"]
        assert (device["name"], device["model"], device["sw_version"]) == (TABLE, "Table de jeu", "0.1.0")
        entities = found["entities"]
        phase = entities["sensor.tierce_table_1_phase"]
        assert (phase["state"], phase["attributes"]["code"]) == ("tour en cours", "turn")
        assert phase["state"] in phase["attributes"]["options"]
        points = entities["sensor.tierce_table_1_points_a"]
        assert (points["state"], points["attributes"]["state_class"]) == ("0", "measurement")
        assert points["attributes"]["player"] == entities["sensor.tierce_table_1_players"]["attributes"]["players"][0]
        assert entities["sensor.tierce_table_1_warnings"]["state"] == "unknown"
        assert found["triggers"] == sorted(["accepted", "refused", "round", "match", "ruling"])
        # Nothing that happened before is an event.
        assert entities["event.tierce_table_1_event"]["state"] == "unknown"

        # Each verdict triggers once; the blueprint's lamp goes on, and off again.
        def when(verdict: str) -> Record:
            trigger = {"trigger": "device", "domain": "mqtt", "device_id": device["id"]}
            return {
                "alias": verdict,
                "mode": "queued",
                "max": 1000,
                "triggers": [trigger | {"type": verdict, "subtype": "verdict"}],
                "actions": [{"action": "counter.increment", "target": {"entity_id": f"counter.{verdict}"}}],
            }

        given = {"table": device["id"], "lights": ["light.lamp"], "seconds": 1}
        blueprint = {"alias": "lamp", "use_blueprint": {"path": "tierce/refused.yaml", "input": given}}
        home.automate([blueprint, when("refused"), when("accepted")])
        home.ask("reload")
        keep(table, 1, 2, 3, whole=False)
        fresh = [each for each in records_of(table) if each["seq"] > seen]
        counts = {kind: sum(each.get("event") == kind for each in fresh) for kind in ("refused", "turn")}
        assert min(counts.values()) > 2
        counted = (
            f"{{{{ states('counter.refused') | int >= {counts['refused']} "
            f"and states('counter.accepted') | int >= {counts['turn']} }}}}"
        )
        home.ask("{{ is_state('light.lamp', 'on') }}")
        home.ask(counted)
        found = home.ask("{{ is_state('light.lamp', 'off') }}")
        event = found["entities"]["event.tierce_table_1_event"]["attributes"]
        last = [each for each in fresh if each.get("event") in ("turn", "refused", "round", "match", "ruling")][-1]
        assert (event["n"], event["t"]) == (last["seq"], last["t"])
        assert event["text"]
        assert running.end()[0] == 0
    # A publisher, and Home Assistant, that start again trigger nothing again.
    assert home.ask("{{ is_state('sensor.tierce_table_1_turn', 'unavailable') }}")
    with publishing(broker, TABLE, table, "--lang", "fr") as running:
        home.ask(is_there())
        home.ask("restart")
        home.ask(is_there())
        found = home.ask(counted)
        for verdict, kind in (("refused", "refused"), ("accepted", "turn")):
            assert home.ask(f"{{{{ states('counter.{verdict}') == '{counts[kind]}' }}}}")
        # Cards name entities that there are.
        card = (HOME / "card.yaml").read_text()
        said = home.ask(content(card))["value"]
        assert found["entities"]["sensor.tierce_table_1_game"]["state"] in said
        assert f"A **{points['attributes']['player']}**:" in said
        named = {word for word in card.replace("'", " ").split() if word.startswith(("sensor.", "event.", "binary_"))}
        assert named - {"sensor.tierce_table_1_points_"} <= set(found["entities"])
        assert running.end()[0] == 0
    assert found["said"] == [], "no warning, no error"

    # Retired, in whichever order its topics are cleared, it leaves no ghost and no error.
    for what in (messages.STATE, messages.STATUS, messages.POSITION):
        say(broker, messages.topic(TABLE, what))
    say(broker, discovery.topic(TABLE))
    found = home.ask("{{ states.sensor | list | count == 0 }}")
    assert (found["devices"], found["entities"], found["said"]) == ([], {}, [])


def test_a_renamed_table(broker: Broker, home: Assistant, table: Path) -> None:
    with publishing(broker, "old", table) as running:
        home.ask(is_there("old"))
        assert running.end()[0] == 0
    say(broker, discovery.topic("old"))
    with publishing(broker, "new", table) as running:
        home.ask(is_there("new"))
        found = home.ask("{{ states('sensor.tierce_old_turn') == 'unknown' }}")
        assert [each["name"] for each in found["devices"]] == ["new"]
        assert not [name for name in found["entities"] if "old" in name]
        assert found["said"] == []
        assert running.end()[0] == 0
