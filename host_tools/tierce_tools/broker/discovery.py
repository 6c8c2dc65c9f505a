"""A table as one device of Home Assistant, by its MQTT discovery: from 2024.11 on.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload: the device, the origin,
and the components, which share the state's topic and the availability. Ids and types are in English
whatever the language, so that automations and cards can be shared; only what people read is in
theirs. MQTT discovery has no translations of an enum's states: they are said in the language, and
the attribute `code` has the English one.
A template sees no `value_json` when a topic is cleared; it then gives None, which is "unknown".
"""

import json
import re
from typing import Any

from tierce_tools import __version__
from tierce_tools.base.texts import N_, Texts, texts
from tierce_tools.base.trouble import Trouble
from tierce_tools.broker import messages
from tierce_tools.broker.source import About
from tierce_tools.broker.state import EVENTS, PHASES

PREFIX = "homeassistant"
_MOST = 255  # characters of a state in Home Assistant; attributes have no limit

# id -> what people read, the value in the state `s`, icon, the keys of the state that are its attributes.
_SENSORS: dict[str, tuple[str, str, str, tuple[str, ...]]] = {
    "game": (N_("Game"), "s.get('name')", "mdi:cards-playing-outline", ()),
    "players": (N_("Players"), "s.get('players', []) | join(', ')", "mdi:account-group", ("players",)),
    "totals": (N_("Totals"), "s.get('totals', []) | join(' : ')", "mdi:scoreboard-outline", ("totals",)),
    "leader": (N_("Leader"), "s.get('leader')", "mdi:podium-gold", ()),
    "winner": (N_("Winner"), "s.get('winner')", "mdi:trophy-outline", ()),
    "round": (N_("Round"), "s.get('round')", "mdi:counter", ()),
    "turn": (N_("On turn"), "s.get('turn')", "mdi:account-arrow-right-outline", ()),
    "verdict": (N_("Last verdict"), "s.get('verdict')", "mdi:gavel", ("verdict", "reason")),
    "warnings": (N_("Warnings"), "s.get('warnings', []) | join('; ')", "mdi:alert-circle-outline", ("warnings",)),
}
_PROBLEMS = {"readers": N_("Readers"), "recording": N_("Recording"), "cards": N_("Cards"), "journal": N_("Journal")}
_POINTS = "points"  # the unit by which Home Assistant draws a graph; in English, as its statistics keep it


def topic(table: str) -> str:
    """Return where the discovery of a table is said."""
    return f"{PREFIX}/device/{messages.ROOT}/{table}/config"


def check(page: str) -> None:
    """Check the address of a table's page. Raises Trouble."""
    if page and not re.fullmatch(r"https?://[^\s/][^\s]*", page):
        raise Trouble(
            "broker.bad_page",
            "TIERCE_PAGE={page}: not the address of a page, such as http://club.local:8000/",
            page=page,
        )


def device(table: str, language: str, about: About, page: str = "") -> dict[str, Any]:
    """Return the discovery of a table, with its names in a language, as JSON values.

    `page` is the address that Home Assistant links to.
    """
    say = texts(language)
    components = dict(_components(table, say, about.seats))
    for key, component in components.items():
        if "unique_id" in component:
            # `object_id` is the same for versions before 2025.10.
            name = f"tierce_{table}_{key}".lower().replace("-", "_")
            component |= {"object_id": name, "default_entity_id": f"{component['platform']}.{name}"}
    known = {"sw_version": about.firmware, "serial_number": about.serial, "configuration_url": page}
    return {
        "device": {
            "identifiers": [f"tierce_{table}"],
            "name": table,
            "manufacturer": "Tierce",
            "model": say("Card table"),
        }
        | {key: value for key, value in known.items() if value},
        "origin": {"name": "Tierce", "sw_version": __version__},
        "components": components,
        "state_topic": messages.topic(table, messages.STATE),
        "availability_topic": messages.topic(table, messages.STATUS),
        "payload_available": messages.ONLINE,
        "payload_not_available": messages.GONE,
        "qos": 1,
    }


def _components(table: str, say: Texts, seats: int) -> Any:
    """Yield the id of each component, and the component."""
    for key, (name, value, icon, attributes) in _SENSORS.items():
        yield (
            key,
            _sensor(table, key, say(name), value, icon)
            | _attributes(table, *(f"{each!r}: s.get({each!r})" for each in attributes)),
        )
    words = {code: say(text) for code, text in PHASES.items()}
    yield (
        "phase",
        (
            _sensor(
                table,
                "phase",
                say("Phase"),
                f"{json.dumps(words, ensure_ascii=False)}.get(s.get('phase'))",
                "mdi:state-machine",
            )
            | {"device_class": "enum", "options": list(words.values())}
            | _attributes(table, "'code': s.get('phase')")
        ),
    )
    for seat in range(seats):
        letter = chr(ord("A") + seat)
        # A total may be 0, which is no "unknown".
        yield (
            f"points_{letter.lower()}",
            (
                _sensor(table, f"points_{letter.lower()}", say("Points {seat}", seat=letter), "", "mdi:counter")
                | {"value_template": _template(f"s.get('totals', [])[{seat}] | default(None)")}
                | {"state_class": "measurement", "unit_of_measurement": _POINTS}
                | _attributes(table, f"'player': s.get('players', [])[{seat}] | default(None)")
            ),
        )
    for key, name in _PROBLEMS.items():
        yield (
            f"problem_{key}",
            {
                "platform": "binary_sensor",
                "unique_id": f"tierce_{table}_problem_{key}",
                "name": say(name),
                "device_class": "problem",
                "entity_category": "diagnostic",
                "value_template": _template(f"{{True: 'ON', False: 'OFF'}}.get(s.get('problems', {{}}).get({key!r}))"),
            },
        )
    events = messages.topic(table, messages.EVENT)
    yield (
        "event",
        {
            "platform": "event",
            "unique_id": f"tierce_{table}_event",
            "name": say("Verdict"),
            "icon": "mdi:gavel",
            "state_topic": events,
            "event_types": list(EVENTS.values()),
        },
    )
    for kind in EVENTS.values():
        yield (
            f"trigger_{kind}",
            {
                "platform": "device_automation",
                "automation_type": "trigger",
                "type": kind,
                "subtype": "verdict",
                "topic": events,
                "payload": kind,
                "value_template": "{{ (value_json | default({})).get('event_type') }}",
            },
        )


def _template(value: str) -> str:
    return f"{{% set s = value_json | default({{}}) %}}{{{{ {value} }}}}"


def _sensor(table: str, key: str, name: str, value: str, icon: str) -> dict[str, Any]:
    return {
        "platform": "sensor",
        "unique_id": f"tierce_{table}_{key}",
        "name": name,
        "value_template": _template(f"(({value}) or None) | string | truncate({_MOST}, True, '…', 0)"),
        "icon": icon,
    }


def _attributes(table: str, *pairs: str) -> dict[str, str]:
    """Return the attributes of a sensor; each pair is a key and a value of a template's dict."""
    if not pairs:
        return {}
    return {
        "json_attributes_topic": messages.topic(table, messages.STATE),
        "json_attributes_template": _template(f"{{{', '.join(pairs)}}} | tojson"),
    }
