"""A command as a process of its own: what it took."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass

MEASURE = (
    "import resource, subprocess, sys, time; start = time.perf_counter(); code = subprocess.call(sys.argv[1:], "
    "stdout=subprocess.DEVNULL); used = resource.getrusage(resource.RUSAGE_CHILDREN); "
    "print(time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss, code)"
)


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds on the clock, seconds of the processor (to which other work of the machine adds nothing), peak MB."""

    seconds: float
    processor: float
    memory: float


def measured(*command: str) -> Taken:
    """What a command takes. SystemExit when it fails."""
    done = subprocess.run([sys.executable, "-c", MEASURE, *command], capture_output=True, text=True, check=True)
    seconds, processor, kilobytes, code = done.stdout.split()
    if code not in ("0", "1"):
        raise SystemExit(f"{command}: exit code {code}\n{done.stderr}")
    return Taken(float(seconds), float(processor), float(kilobytes) / 1024)
