"""Every count of players: long sweeps over sizes organisers meet."""

from __future__ import annotations

import pytest

from tests.seating.stages import check_quality, check_valid, looks, rests_running, seat_figures, stage
from tourney_xlsx.seating.rotation import RotationRequest, rotation


@pytest.mark.slow
@pytest.mark.parametrize("players", range(10, 61))
def test_every_stage_of_up_to_twelve_games(players: int) -> None:
    for games in range(1, 13):
        request = stage(players, games)
        result = rotation(request, looks(3))
        check_valid(request, result)
        check_quality(request, result)
        assert max(seat_figures(request, result)) <= 1
        assert rests_running(result) == 0
        assert result.stand_ins == -players * games % 10


@pytest.mark.slow
@pytest.mark.parametrize("players", range(12, 61, 3))
def test_whoever_leaves_whenever(players: int) -> None:
    before = rotation(stage(players, 7), looks(5))
    for kept in range(1, len(before.rounds)):
        for leavers in (1, 3):
            staying = tuple(range(1, players + 1 - leavers))
            request = RotationRequest(staying, 7, f"{kept}", played=before.rounds[:kept])
            result = rotation(request, looks(5))
            check_valid(request, result)
            check_quality(request, result)
            assert result.rounds[:kept] == before.rounds[:kept]
            assert max(seat_figures(request, result)) <= 1
