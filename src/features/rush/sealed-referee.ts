import {
  getCurrentRun,
  postPowerUp,
  postRushAnswer,
  postRushPoints,
  type SealedQuestion,
  type SealedRun,
} from '../../contract/rush.ts';
import { ApiError } from '../../lib/errors.ts';
import type { Card } from '../../play/sealed.ts';
import type { TierPart } from '../../rules/tier-parts.ts';
import { POWER_UPS } from '../../rules/tournament.ts';
import { playerCall } from '../../session/player-call.ts';
import { refreshPlayer } from '../../session/session.ts';
import type { Position, Referee, Used } from './game.ts';

/** The server holds the run. It deals, judges and counts (game.md#sealed-runs). */
export function sealedReferee(runId: string): Referee {
  const params = { id: runId };
  return {
    async current(signal) {
      const open = await findOpenRun(signal);
      return open?.runId === runId ? open.position : null;
    },
    async answer(body, key, signal) {
      const { data, meta } = await playerCall(postRushAnswer, { params, body, key, signal });
      const next = data.next && cardOf(data.next);
      // A first reply has no position, because its clock starts when the question is dealt.
      if (meta?.run === undefined) return { ...data, next };
      return { ...data, next, position: positionAt(body.level + 1, data.next, meta.run) };
    },
    async applyPowerUp(body, key, signal) {
      const { data, meta } = await playerCall(postPowerUp, { params, body, key, signal });
      if (data.ended) return { ended: data.ended, ticketBack: data.ticketBack };
      // All power-ups but Skip leave the question as it is.
      const level = data.next ? body.level + 1 : body.level;
      return { position: positionAt(level, data.next, meta?.run) };
    },
    async end(key, signal) {
      const body = { points: 0, coins: 0 as const, score: 0, round: { id: runId } };
      const { data, meta } = await playerCall(postRushPoints, { body, key, signal });
      if (data.user) refreshPlayer(data.user, meta?.token);
      const points = data.awarded?.points ?? 0;
      return { how: data.ended ?? 'left', points, ticketBack: data.ticketBack };
    },
  };
}

/** The player's run that is open at the server, with its position; `null` without an open run. */
export async function findOpenRun(
  signal?: AbortSignal,
): Promise<{ runId: string; position: Position } | null> {
  const { data, meta } = await playerCall(getCurrentRun, { signal });
  if (!data) return null;
  if (!meta?.run) throw unreadable();
  return { runId: meta.run.id, position: positionOf(data, meta.run) };
}

/** Whether the player has an open run, and what today's tiers pay so far, if the server says so. */
export async function readToday(
  signal?: AbortSignal,
): Promise<{ isOpen: boolean; tierParts: readonly TierPart[] }> {
  const { data, meta } = await playerCall(getCurrentRun, { signal });
  return { isOpen: data !== null, tierParts: meta?.tierParts ?? [] };
}

/** The position of a run, from the server's reply. */
export function positionOf(question: SealedQuestion | null, run: SealedRun): Position {
  return {
    card: question ? cardOf(question) : SAME_CARD,
    level: run.level,
    score: run.score,
    timerMs: run.timerMs,
    leftMs: run.leftMs ?? run.timerMs,
    waitsMs: Math.max(run.startsInMs, run.frozenMs),
    isFrozen: run.frozenMs > 0,
    optionsLeft: run.optionsLeft,
    used: usedOf(run.used),
  };
}

/**
 * The position of a run, from a reply about a level; `null` if the run has continued from that level or has
 * ended.
 */
function positionAt(
  level: number,
  question: SealedQuestion | null,
  run: SealedRun | null | undefined,
): Position | null {
  return run?.level === level ? positionOf(question, run) : null;
}

/** Stands for the current question if a reply does not repeat it. */
const SAME_CARD: Card = { id: '', question: '', options: [] };

function cardOf({ id, question, options }: SealedQuestion): Card {
  return { id, question, options };
}

function usedOf(levels: Readonly<Record<string, number>>): Used {
  return Object.fromEntries(
    POWER_UPS.filter((powerUp) => levels[powerUp] !== undefined).map((powerUp) => [
      powerUp,
      levels[powerUp],
    ]),
  );
}

export function unreadable(): ApiError {
  return new ApiError(
    'The server sent something this app cannot read. Please try again.',
    200,
    'reply/unreadable',
  );
}
