"""A Home Assistant without its pages, asked through pipes: run by the Python of .venv-ha.

    python assistant.py FOLDER PORT

FOLDER is its configuration's, PORT that of a broker on 127.0.0.1, which it is told of as a person
tells it: by the steps of the integration's own form. A line of standard input is a template; it is
answered, as JSON, once what it gives is true: with its value, the devices, the entities, the device triggers and the
warnings and errors so far. The line "reload" reads the automations again, "restart" starts Home Assistant again.
"""

import asyncio
import json
import logging
import sys
from logging.handlers import MemoryHandler
from typing import Any

from homeassistant import bootstrap, loader
from homeassistant.components.device_automation import DeviceAutomationType, async_get_device_automations
from homeassistant.config import async_hass_config_yaml
from homeassistant.config_entries import ConfigEntries
from homeassistant.core import HomeAssistant
from homeassistant.core_config import async_process_ha_core_config
from homeassistant.helpers import device_registry, entity_registry
from homeassistant.helpers.template import Template
from homeassistant.setup import async_setup_component

# What warns about the machine, not about the table.
ALIEN = ("asyncio", "homeassistant.helpers.frame", "homeassistant.setup", "homeassistant.util", "aiohttp_fast_zlib")


async def begun(folder: str, port: int) -> HomeAssistant:
    """Return a running Home Assistant, connected to the broker: its core, and what the table's files need."""
    home = HomeAssistant(folder)
    loader.async_setup(home)
    home.config.skip_pip = True
    config = await async_hass_config_yaml(home)
    home.config_entries = ConfigEntries(home, config)
    await loader.async_get_custom_components(home)
    await bootstrap.async_load_base_functionality(home)
    there = ["mqtt"] if home.config_entries.async_entries("mqtt") else []  # before the automations, which it triggers
    wanted = ("homeassistant", "persistent_notification", *there, *config)
    await async_process_ha_core_config(home, {})
    for domain in wanted:
        assert await async_setup_component(home, domain, config), domain
    await home.async_start()
    if not there:
        flow = home.config_entries.flow
        step = await flow.async_init("mqtt", context={"source": "user"})
        while step["type"] in ("form", "menu"):
            assert not step.get("errors"), step
            given = {"next_step_id": "broker"} if step["type"] == "menu" else {"broker": "127.0.0.1", "port": port}
            step = await flow.async_configure(step["flow_id"], given)
        assert step["type"] == "create_entry", step
    return home


async def until_true(home: HomeAssistant, text: str) -> Any:
    """Return what a template gives once that is true: it is asked after each change of a state."""
    changed = asyncio.Event()
    remove = [
        home.bus.async_listen(each, lambda _: changed.set())
        for each in ("state_changed", "device_registry_updated", "entity_registry_updated")
    ]
    try:
        while True:
            changed.clear()
            found = Template(text, home).async_render(log_fn=lambda *_: None)
            if found:
                return found
            await changed.wait()
    finally:
        for each in remove:
            each()


async def told(home: HomeAssistant, value: Any, kept: MemoryHandler) -> dict[str, Any]:
    """Return an answer."""
    await home.async_block_till_done()
    devices = [each for each in device_registry.async_get(home).devices.values() if each.manufacturer == "Tierce"]
    ours = entity_registry.async_get(home).entities.values()
    ids = [each.id for each in devices]
    triggers = await async_get_device_automations(home, DeviceAutomationType.TRIGGER, ids) if ids else {}
    return {
        "value": value,
        "devices": [{key: getattr(each, key) for key in ("id", "name", "model", "sw_version")} for each in devices],
        "entities": {
            each.entity_id: {
                "state": state.state if (state := home.states.get(each.entity_id)) else None,
                "attributes": dict(state.attributes) if state else {},
            }
            for each in ours
            if each.platform == "mqtt"
        },
        "triggers": sorted(each["type"] for found in triggers.values() for each in found if each["domain"] == "mqtt"),
        "said": [f"{each.name}: {each.getMessage()}" for each in kept.buffer if not each.name.startswith(ALIEN)],
    }


async def main(folder: str, port: int) -> None:
    """Answer until the input ends."""
    kept = MemoryHandler(100_000)
    kept.setLevel(logging.WARNING)
    home = await begun(folder, port)
    logging.getLogger().addHandler(kept)
    await home.async_block_till_done()
    loop = asyncio.get_running_loop()
    while line := (await loop.run_in_executor(None, sys.stdin.readline)).strip():
        if line == "reload":
            await home.services.async_call("automation", "reload", blocking=True)
        elif line == "restart":
            await home.async_stop(force=True)
            home = await begun(folder, port)
        line = line if "{" in line else "{{ true }}"
        answer = await told(home, await until_true(home, line), kept)
        print(json.dumps(answer, default=str), flush=True)
    await home.async_stop(force=True)


asyncio.run(main(sys.argv[1], int(sys.argv[2])))
