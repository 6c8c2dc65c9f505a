"""Inductances, couplings and fields of loops and tags by a peer: PyPEEC, a 3D solver of its own kind.

It fills each coil with voxels of copper, as a spiral with its two ends, and solves for the currents; ours
has straight filaments, and closed turns. `make test` compares ours with the kept results.

    python -m venv .venv-peec
    .venv-peec/bin/pip install pypeec==5.8.0
    .venv-peec/bin/python tests/bench/loops.py   # half a minute; needs nothing of ours

PyPEEC brings Qt and VTK, some 800 MB, so `make bench` does not install it.
"""

import json
import math
import tarfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pypeec
import yaml

RESULTS = Path(__file__).parent / "results" / "loops.json"
HZ = 13.56e6
RHO = 1.72e-8
# width and height in mm, turns; voxels of 1 mm are the track and the gap
LOOPS = ((280, 100, 1), (120, 120, 2), (70, 50, 3))
# x, y, z in mm from the middle: over the middle, in a corner, beside the long side
POINTS = ((0.5, 0.5, 4), (110.5, 30.5, 4), (0.5, 70.5, 4), (0.5, 130.5, 4))
TAG = (120, 120, 13)  # in voxels of 0.15 mm: 18 mm
ASIDE = (0, 67, 80, 100, 120)  # in these voxels: 0 to 18 mm
LAYER = 0.05  # mm, thickness of a tag's voxels; two tags are 0.3 mm apart


def tolerance() -> Any:
    """Return the solver's options, as in its own examples."""
    with tarfile.open(Path(pypeec.__file__).parent / "data" / "examples.tar.xz") as examples:
        given = examples.extractfile("config/tolerance.yaml")
        assert given
        return yaml.safe_load(given)


def spiral(wide: int, high: int, turns: int) -> list[tuple[int, int]]:
    """Return the voxels of a spiral inwards, one wide, with gaps of one."""
    x = y = 0
    found = [(0, 0)]

    def to(u: int, v: int) -> None:
        nonlocal x, y
        while (x, y) != (u, v):
            x, y = x + (u > x) - (u < x), y + (v > y) - (v < y)
            found.append((x, y))

    for turn in range(turns):
        i = 2 * turn
        to(wide - 1 - i, i)
        to(wide - 1 - i, high - 1 - i)
        to(i, high - 1 - i)
        to(i, i + 2)
        if turn < turns - 1:
            to(i + 2, i + 2)
    return found


def solve(
    size: tuple[int, int, int],
    voxel: tuple[float, float, float],
    coils: list[list[tuple[int, int, int]]],
    points: tuple[tuple[float, float, float], ...] = (),
) -> tuple[list[complex], list[float]]:
    """Return the volts at each coil for 1 A in the first one, and the field along z at points, in A/m."""
    index: dict[str, list[int]] = {}
    sources: dict[str, dict[str, float]] = {}
    kinds: dict[str, dict[str, Any]] = {}
    for number, coil in enumerate(coils):
        flat = [x + size[0] * (y + size[1] * z) for x, y, z in coil]
        index |= {f"wire{number}": flat[1:-1], f"in{number}": flat[:1], f"out{number}": flat[-1:]}
        sources[f"in{number}"] = {"I_re": float(number == 0), "I_im": 0.0, "Y_re": 0.0, "Y_im": 0.0}
        sources[f"out{number}"] = {"V_re": 0.0, "V_im": 0.0, "Z_re": 0.0, "Z_im": 0.0}
        for end, kind in (("in", "current"), ("out", "voltage")):
            kinds[f"{end}{number}"] = {"domain_list": [f"{end}{number}"], "source_type": kind, "var_type": "lumped"}
    geometry = {
        "mesh_type": "voxel",
        "data_voxelize": {
            "param": {"n": list(size), "d": [each * 1e-3 for each in voxel], "c": [0.0, 0.0, 0.0]},
            "domain_index": index,
        },
        "data_point": {
            "check_cloud": True,
            "filter_cloud": False,
            "pts_cloud": [[each * 1e-3 for each in point] for point in points],
        },
        "data_resampling": {"use_reduce": False, "use_resample": False, "resampling_factor": [1, 1, 1]},
        "data_conflict": {"resolve_rules": False, "resolve_random": False, "conflict_rules": []},
        "data_integrity": {"check_integrity": False, "domain_connected": {}, "domain_adjacent": {}},
    }
    material = {"copper": {"rho_re": RHO, "rho_im": 0.0}}
    problem = {
        "material_def": {
            "copper": {
                "domain_list": list(index),
                "material_type": "electric",
                "orientation_type": "isotropic",
                "var_type": "lumped",
            }
        },
        "source_def": kinds,
        "sweep_solver": {"all": {"init": None, "param": {"freq": HZ, "material_val": material, "source_val": sources}}},
    }
    voxels = pypeec.run_mesher_data(geometry)
    done = pypeec.run_solver_data(voxels, problem, tolerance())
    swept = done["data_sweep"]["all"]
    volts = [complex(swept["source_values"][f"in{number}"]["V"]) for number in range(len(coils))]
    return volts, [abs(complex(each[2])) for each in swept["field_values"]["H_p"]["var"]] if points else []


def main() -> None:
    """Compute all, and keep the results."""
    found: dict[str, Any] = {"peer": f"PyPEEC {version('pypeec')}"}
    omega = 2 * math.pi * HZ
    found["loops"] = []
    for wide, high, turns in LOOPS:
        coil = [(x, y, 0) for x, y in spiral(wide, high, turns)]
        volts, fields = solve((wide, high, 1), (1.0, 1.0, 0.035), [coil], POINTS if turns == 1 else ())
        row = {"size": [wide, high], "turns": turns, "henries": volts[0].imag / omega}
        if fields:
            row["fields"] = [{"at": list(at), "a_m": each} for at, each in zip(POINTS, fields, strict=True)]
        found["loops"].append(row)
    path = spiral(*TAG)
    found["tags"] = []
    for aside in ASIDE:
        layers = round(0.3 / LAYER)
        coils = [[(x, y, 0) for x, y in path], [(x + aside, y, layers) for x, y in path]]
        volts, _ = solve((TAG[0] + aside, TAG[1], layers + 1), (0.15, 0.15, LAYER), coils)
        row = {"aside_mm": round(0.15 * aside, 3), "henries": volts[0].imag / omega, "mutual": volts[1].imag / omega}
        found["tags"].append(row)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
