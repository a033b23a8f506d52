import * as v from 'valibot';
import type { IconName } from '../../components/icon.tsx';
import { RUSH_KEY } from '../../config/storage-keys.ts';
import { type Question, questionSchema } from '../../contract/points.ts';
import {
  getCurrentRun,
  postPowerUp,
  postRushAnswer,
  postRushPoints,
  rushAnswerSchema,
  type SealedQuestion,
  type SealedRun,
} from '../../contract/rush.ts';
import { ApiError } from '../../lib/errors.ts';
import { RUSH_ENDS, type RushRun } from '../../rules/rush-run.ts';
import type { TierPart } from '../../rules/tier-parts.ts';
import {
  POWER_UPS,
  type PowerUp,
  RUSH_POINTS_PER_LEVEL,
  TIME_FREEZE_MS,
} from '../../rules/tournament.ts';
import { playerCall } from '../../session/player-call.ts';
import { refreshPlayer } from '../../session/session.ts';
import { forgetRun } from './forget-run.ts';
import type { Card, Position, Referee, Used } from './game.ts';

/** The server holds the run: it deals, judges and counts (game.md#sealed-runs). */
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
      // A first reply has none: its clock starts as it was dealt.
      if (meta?.run === undefined) return { ...data, next };
      return { ...data, next, position: positionAt(body.level + 1, data.next, meta.run) };
    },
    async applyPowerUp(body, key, signal) {
      const { data, meta } = await playerCall(postPowerUp, { params, body, key, signal });
      if (data.ended) return { ended: data.ended, ticketBack: data.ticketBack };
      // All but Skip leave the question where it is.
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

/** The player's run that is open at the server, and where it stands; `null` for none. */
export async function findOpenRun(
  signal?: AbortSignal,
): Promise<{ runId: string; position: Position } | null> {
  const { data, meta } = await playerCall(getCurrentRun, { signal });
  if (!data) return null;
  if (!meta?.run) throw unreadable();
  return { runId: meta.run.id, position: positionOf(data, meta.run) };
}

/** Whether a run of the player is open, and what today's tiers pay so far, where the server tells. */
export async function readToday(
  signal?: AbortSignal,
): Promise<{ isOpen: boolean; tierParts: readonly TierPart[] }> {
  const { data, meta } = await playerCall(getCurrentRun, { signal });
  return { isOpen: data !== null, tierParts: meta?.tierParts ?? [] };
}

/** Where a run stands by what the server says of it. */
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

/** The same of a reply that is about a level; `null` where the run has gone on from it, or ended. */
function positionAt(
  level: number,
  question: SealedQuestion | null,
  run: SealedRun | null | undefined,
): Position | null {
  return run?.level === level ? positionOf(question, run) : null;
}

/** In place of the question on the table, where a reply does not repeat it. */
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

/** How each power-up is called, drawn and explained: before a run, and in it. */
export const POWER_UP_WORDS = {
  skip: {
    name: 'Skip',
    icon: 'skip',
    about: 'Jump over one question.',
    now: 'Next question, no points.',
  },
  'time-freeze': {
    name: 'Time Freeze',
    icon: 'freeze',
    about: `Stop the clock for ${TIME_FREEZE_MS / 1000} seconds.`,
    now: 'Stop the clock on this question.',
  },
  'double-points': {
    name: 'Double Points',
    icon: 'double',
    about: 'Get points two times.',
    now: `This question: ${2 * RUSH_POINTS_PER_LEVEL}, not ${RUSH_POINTS_PER_LEVEL}.`,
  },
  'fifty-fifty': {
    name: '50/50',
    icon: 'fifty',
    about: 'Take away two wrong answers.',
    now: 'Take away two wrong answers.',
  },
} as const satisfies Record<PowerUp, { name: string; icon: IconName; about: string; now: string }>;

const level = v.pipe(v.number(), v.integer());

/** A step of a sealed run, as it was first sent: a repeat is the same call, with the same key. */
const keptCallSchema = v.variant('kind', [
  v.object({ kind: v.literal('answer'), key: v.string(), body: rushAnswerSchema }),
  v.object({
    kind: v.literal('power-up'),
    key: v.string(),
    body: v.object({ level, powerUp: v.picklist(POWER_UPS) }),
  }),
]);

export type KeptCall = v.InferOutput<typeof keptCallSchema>;

/** A run that the phone plays alone, for an API without sealed ones. */
const ownRunSchema = v.object({
  questions: v.array(questionSchema),
  rows: v.array(
    v.object({
      choice: v.nullable(v.string()),
      ms: v.number(),
      end: v.picklist(['right', 'wrong', 'timeout', 'skipped', 'left']),
      isDouble: v.boolean(),
    }),
  ),
  shownAt: v.number(),
  used: v.object({
    skip: v.exactOptional(level),
    'time-freeze': v.exactOptional(level),
    'double-points': v.exactOptional(level),
    'fifty-fifty': v.exactOptional(level),
  }),
  frozenAt: v.nullable(v.number()),
  optionsLeft: v.nullable(v.array(v.string())),
  allowanceMs: v.number(),
  ended: v.nullable(v.picklist(RUSH_ENDS)),
});

export type OwnRun = RushRun<Question>;

const schema = v.object({
  playerId: v.string(),
  /** The start that opened it, or was to: a repeat is the same call. */
  startKey: v.string(),
  /** What the server knows it by; `null` until that is told, and for a run of the phone's own. */
  runId: v.nullable(v.string()),
  call: v.nullable(keptCallSchema),
  own: v.nullable(ownRunSchema),
  /** The call that ends it, once for its key. */
  endKey: v.string(),
});

/** What a phone keeps of a run, so that a reload loses nothing. */
export type KeptRun = Omit<v.InferOutput<typeof schema>, 'own'> & { own: OwnRun | null };

/** Where the phone refuses, it is kept as long as the page lives. */
let unkept: KeptRun | null = null;

/** The run that this phone keeps of a player; `null` for none. */
export function readKeptRun(playerId: string): KeptRun | null {
  const kept = unkept ?? readStored();
  return kept?.playerId === playerId ? kept : null;
}

export function keepRun(run: KeptRun): void {
  try {
    localStorage.setItem(RUSH_KEY, JSON.stringify(run));
    unkept = null;
  } catch {
    unkept = run;
  }
}

/** Changes what is kept; what was forgotten meanwhile stays away. */
export function changeKept(playerId: string, change: Partial<KeptRun>): void {
  const kept = readKeptRun(playerId);
  if (kept) keepRun({ ...kept, ...change });
}

/** Its end is told: nothing of it is sent again. */
export function dropRun(): void {
  unkept = null;
  forgetRun();
}

function readStored(): KeptRun | null {
  try {
    const read = v.safeParse(schema, JSON.parse(localStorage.getItem(RUSH_KEY) ?? 'null'));
    return read.success ? read.output : null;
  } catch {
    return null;
  }
}
