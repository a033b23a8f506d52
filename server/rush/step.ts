import type { RushAnswer, SealedQuestion, Verdict } from '../../src/contract/rush.ts';
import { runPoints } from '../../src/rules/rush-points.ts';
import {
  canUse,
  dealtAt,
  type RushEnd,
  type RushEvent,
  rushLevel,
  stepRun,
} from '../../src/rules/rush-run.ts';
import type { PowerUp } from '../../src/rules/tournament.ts';
import type { LevelTimes } from '../database/rush-tables.ts';
import type { Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { chance } from './chance.ts';
import { type Counted, closeRun } from './close.ts';
import { lockOpenRun, type OpenRun, type RunRow } from './runs.ts';
import { sealQuestion, timerOf } from './view.ts';

/** What is done to whose run, and when the call came in, in epoch milliseconds. */
export type Move = { playerId: number; runId: string; at: number };

type Playing = Pick<Services, 'ranking' | 'now'>;

/** Judges a level by the server's clock, and deals the next one (game.md#sealed-runs). */
export async function answerLevel(
  trx: Trx,
  services: Playing,
  { playerId, runId, at }: Move,
  { level, choice, end, ms }: RushAnswer,
): Promise<Verdict> {
  const row = await lockOpenRun(trx, playerId, runId);
  requireLevel(row.run, level);
  const event = end === 'timeout' ? timeout(at) : answer(choice, at);
  const run = stepRun(row.run, event);
  const judged = run.rows.at(-1);
  if (run === row.run || !judged) {
    throw new Refusal(422, 'rush/bad-choice', 'That is none of the options that are left');
  }
  const { dealt, counted } = await keepStep(trx, services, { row, run, phoneMs: ms, at });
  return {
    verdict: judged.end === 'right' || judged.end === 'wrong' ? judged.end : 'timeout',
    answer: answerOf(row.run),
    score: counted?.points ?? runPoints(run),
    next: sealQuestion(dealt),
    timerMs: timerOf(dealt),
    ended: run.ended,
    ticketBack: counted?.ticketBack ?? false,
  };
}

/** What a power-up changed: the next question after Skip, or the end where it came too late. */
export type PowerUpUsed = {
  next: SealedQuestion | null;
  ended: RushEnd | null;
  answer: string | null;
  ticketBack: boolean;
};

/** Uses a power-up on the level on the table (game.md#power-ups). */
export async function applyPowerUp(
  trx: Trx,
  services: Playing,
  { playerId, runId, at }: Move,
  { level, powerUp }: { level: number; powerUp: PowerUp },
): Promise<PowerUpUsed> {
  const row = await lockOpenRun(trx, playerId, runId);
  requireLevel(row.run, level);
  if (!canUse(row.run, powerUp)) {
    const message = 'That power-up is used, or not for this level';
    throw new Refusal(409, 'rush/power-up-refused', message);
  }
  const run = stepRun(row.run, { type: 'power-up', powerUp, draw: chance(), at });
  const { dealt, counted } = await keepStep(trx, services, { row, run, phoneMs: null, at });
  const isNext = run.ended === null && run.rows.length > row.run.rows.length;
  return {
    next: isNext ? sealQuestion(dealt) : null,
    ended: run.ended,
    answer: run.ended === null ? null : answerOf(row.run),
    ticketBack: counted?.ticketBack ?? false,
  };
}

/** Ends a player's open run, whom the caller holds. */
export async function endRun(
  trx: Trx,
  services: Playing,
  row: RunRow,
  event: Extract<RushEvent, { type: 'timeout' | 'leave' }>,
): Promise<Counted> {
  const run = stepRun(row.run, event);
  const { counted } = await keepStep(trx, services, { row, run, phoneMs: null, at: event.at });
  if (counted === null) throw new Error('a run goes on though it was ended');
  return counted;
}

function requireLevel(run: OpenRun, level: number): void {
  if (rushLevel(run) === level) return;
  throw new Refusal(409, 'rush/level-over', 'The run is at another question');
}

function timeout(at: number): RushEvent {
  return { type: 'timeout', at };
}

function answer(choice: string | null, at: number): RushEvent {
  // No option is empty.
  return { type: 'answer', choice: choice ?? '', at };
}

/** The right answer of a level that is over. */
function answerOf({ questions, rows }: OpenRun): string {
  const question = questions[rows.length];
  if (!question) throw new Error('a run has more levels than questions');
  return question.answer;
}

type Step = { row: RunRow; run: OpenRun; phoneMs: number | null; at: number };

async function keepStep(
  trx: Trx,
  services: Playing,
  { row, run, phoneMs, at }: Step,
): Promise<{ dealt: OpenRun; counted: Counted | null }> {
  const over = run.rows.slice(row.run.rows.length);
  const levels: LevelTimes[] = [
    ...row.levels,
    ...over.map(({ ms: serverMs }) => ({ phoneMs, serverMs })),
  ];
  if (run.ended !== null) {
    return { dealt: run, counted: await closeRun(trx, services, { row, run, levels, at }) };
  }
  const dealt = over.length > 0 ? dealtAt(run, services.now()) : run;
  await trx
    .updateTable('rush_runs')
    .set({ run: JSON.stringify(dealt), levels: JSON.stringify(levels) })
    .where('id', '=', row.id)
    .execute();
  return { dealt, counted: null };
}
