import { sql } from 'kysely';
import type { RushEnd } from '../../src/rules/rush-run.ts';
import { rushAnswerableUntil } from '../../src/rules/rush-run.ts';
import { RUSH_ALLOWANCE_MS, rushTimerMs, TIME_FREEZE_MS } from '../../src/rules/tournament.ts';
import { lockPlayer } from '../accounts/players.ts';
import type { Db, Trx } from '../database/tables.ts';
import { isUndone } from '../payments/tickets.ts';
import type { Services } from '../services.ts';
import { findOpenRun, findRun } from './runs.ts';
import { endRun, type Move } from './step.ts';

/** The longest that a level's clock can run, with all that stops it and all that is allowed. */
const LONGEST_LEVEL_MS = rushTimerMs(1) + TIME_FREEZE_MS + RUSH_ALLOWANCE_MS.question;

/** How long a run waits for its player behind that (game.md#rush-run). */
const GRACE_MS = 5 * 60_000;

type Playing = Pick<Services, 'ranking' | 'now'>;

/** What a run has brought its player. */
export type RunResult = {
  awarded: { points: number; coins: 0 };
  ended: RushEnd | null;
  ticketBack: boolean;
};

/** Ends a run that is still open, as left or as timed out; of one that has ended, what it counted. */
export async function leaveRun(
  trx: Trx,
  services: Playing,
  { playerId, runId, at }: Move,
): Promise<RunResult> {
  await lockPlayer(trx, playerId);
  const row = await findRun(trx, playerId, runId);
  if (row.state !== 'open') {
    const { points, ended, state, ticket } = row;
    const ticketBack = state === 'void' && !(await isUndone(trx, ticket));
    return { awarded: { points, coins: 0 }, ended, ticketBack };
  }
  const type = at > rushAnswerableUntil(row.run) ? 'timeout' : 'leave';
  const { points, ended, ticketBack } = await endRun(trx, services, row, { type, at });
  return { awarded: { points, coins: 0 }, ended, ticketBack };
}

/** Ends the open run of a player, whom the caller holds, as left. */
export async function endOpenRun(trx: Trx, services: Playing, playerId: number): Promise<void> {
  const row = await findOpenRun(trx, playerId);
  if (row) await endRun(trx, services, row, { type: 'leave', at: services.now() });
}

/** Ends a player's run that nobody goes on with. */
export async function endOverdueRun(
  { db, ...services }: Playing & { db: Db },
  playerId: number,
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await lockPlayer(trx, playerId);
    const row = await findOpenRun(trx, playerId);
    const at = services.now();
    if (!row || row.run.shownAt > overdueSince(at)) return;
    await endRun(trx, services, row, { type: 'timeout', at });
  });
}

/** Players whose runs nobody goes on with, some at a time. */
export async function playersWithOverdueRuns(
  db: Db,
  now: number,
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('rush_runs')
    .select('player_id')
    .where('state', '=', 'open')
    .where(sql<number>`(run->>'shownAt')::double precision`, '<=', overdueSince(now))
    .limit(limit)
    .execute();
  return rows.map(({ player_id }) => player_id);
}

/** A level whose clock started before then is over for good. */
function overdueSince(now: number): number {
  return now - LONGEST_LEVEL_MS - GRACE_MS;
}
