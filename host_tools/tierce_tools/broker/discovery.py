"""A table as one device of Home Assistant, by its MQTT discovery.

https://www.home-assistant.io/integrations/mqtt/#device-discovery-payload: the device, the origin,
and the components, which share the state's topic and the availability.
"""

from typing import Any

from tierce_tools import __version__
from tierce_tools.base.texts import N_, texts
from tierce_tools.broker import messages

PREFIX = "homeassistant"

# id -> what people read, the value in the state, icon.
_SENSORS = {
    "game": (N_("Game"), "value_json.name", "mdi:cards-playing-outline"),
    "players": (N_("Players"), "value_json.players | join(', ')", "mdi:account-group"),
    "totals": (N_("Totals"), "value_json.totals | join(' : ')", "mdi:scoreboard-outline"),
    "round": (N_("Round"), "value_json.round", "mdi:counter"),
    "turn": (N_("On turn"), "value_json.turn", "mdi:account-arrow-right-outline"),
    "phase": (N_("Phase"), "value_json.phase", "mdi:state-machine"),
    "verdict": (N_("Last verdict"), "value_json.verdict", "mdi:gavel"),
    "warnings": (N_("Warnings"), "value_json.warnings | join('; ')", "mdi:alert-circle-outline"),
}
_PROBLEMS = {"readers": N_("Readers"), "recording": N_("Recording"), "cards": N_("Cards"), "journal": N_("Journal")}
_MOST = 255  # characters of a state in Home Assistant


def topic(table: str) -> str:
    """Return where the discovery of a table is said."""
    return f"{PREFIX}/device/{messages.ROOT}/{table}/config"


def device(table: str, language: str) -> dict[str, Any]:
    """Return the discovery of a table, with its names in a language, as JSON values."""
    say = texts(language)
    components: dict[str, Any] = {}
    for key, (name, value, icon) in _SENSORS.items():
        components[key] = {
            "platform": "sensor",
            "unique_id": f"tierce_{table}_{key}",
            "name": say(name),
            "value_template": f"{{{{ ({value} | string)[:{_MOST}] }}}}",
            "icon": icon,
        }
    components["verdict"] |= {
        "json_attributes_topic": messages.topic(table, messages.STATE),
        "json_attributes_template": "{{ {'reason': value_json.reason} | tojson }}",
    }
    for key, name in _PROBLEMS.items():
        components[f"problem_{key}"] = {
            "platform": "binary_sensor",
            "unique_id": f"tierce_{table}_problem_{key}",
            "name": say(name),
            "device_class": "problem",
            "entity_category": "diagnostic",
            "value_template": f"{{{{ 'ON' if value_json.problems.{key} else 'OFF' }}}}",
        }
    return {
        "device": {
            "identifiers": [f"tierce_{table}"],
            "name": table,
            "manufacturer": "Tierce",
            "model": say("Card table"),
            "sw_version": __version__,
        },
        "origin": {"name": "Tierce", "sw_version": __version__},
        "components": components,
        "state_topic": messages.topic(table, messages.STATE),
        "availability_topic": messages.topic(table, messages.STATUS),
        "payload_available": messages.ONLINE,
        "payload_not_available": messages.GONE,
        "qos": 1,
    }
