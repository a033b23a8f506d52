import { DAY_MS } from '../../src/rules/calendar.ts';
import { runPoints, runScore } from '../../src/rules/rush-points.ts';
import type { RushEnd } from '../../src/rules/rush-run.ts';
import { rushAnswerableUntil, rushTimeUpAt } from '../../src/rules/rush-run.ts';
import { creditBoards } from '../boards/credit.ts';
import type { LevelTimes } from '../database/rush-tables.ts';
import type { Trx } from '../database/tables.ts';
import { creditRun } from '../ledger/rush-entries.ts';
import { giveBackOf } from '../payments/tickets.ts';
import type { Services } from '../services.ts';
import { takeUnshownBack } from './deal-run.ts';
import { flagsOfRun } from './flags.ts';
import { wasOutage } from './outages.ts';
import type { OpenRun, RunRow } from './runs.ts';

/** A run's last step: what it was before and is then, at an instant in epoch milliseconds. */
export type LastStep = { row: RunRow; run: OpenRun; levels: readonly LevelTimes[]; at: number };

/** An honest player meets no more outages in a day. */
const VOIDS_A_DAY = 2;

/** What a run has counted. */
export type Counted = { points: number; ended: RushEnd; ticketBack: boolean };

/**
 * Closes a run that has ended, in the transaction that ends it: its points and its place on the board,
 * or its ticket back where the game could not be reached while the last clock ran (ADR-0017).
 */
export async function closeRun(
  trx: Trx,
  { ranking }: Pick<Services, 'ranking'>,
  { row, run, levels, at }: LastStep,
): Promise<Counted> {
  if (run.ended === null) throw new Error('an open run is closed');
  const { id: runId, player_id: playerId, ticket } = row;
  const isVoid = run.ended === 'timeout' && (await wasOutOfReach(trx, row, at));
  const points = isVoid ? 0 : runPoints(run);
  await trx
    .updateTable('rush_runs')
    .set({
      state: isVoid ? 'void' : 'counted',
      run: JSON.stringify(run),
      levels: JSON.stringify(levels),
      closed_at: new Date(at),
      ended: run.ended,
      points,
      score: isVoid ? 0 : runScore(run),
      flags: isVoid
        ? []
        : [...flagsOfRun({ run, levels }), ...(await oftenVoid(trx, playerId, at))],
    })
    .where('id', '=', runId)
    .execute();
  await takeUnshownBack(trx, playerId, run);
  if (isVoid) {
    const ticketBack = await giveBackOf(trx, { runId, playerId, ticket }, at);
    return { points, ended: run.ended, ticketBack };
  }
  // Nothing may be paid on the boards that the ledger has not.
  if (!(await creditRun(trx, { runId, playerId, points }, at)) && points > 0) {
    throw new Error('an open run is closed in the ledger');
  }
  const issuedAt = row.opened_at.getTime();
  await creditBoards(trx, ranking, {
    playerId,
    pool: row.pool,
    played: 'rush',
    points,
    issuedAt,
    arrivedAt: at,
  });
  return { points, ended: run.ended, ticketBack: false };
}

/** Whoever gives up before the time is up had nothing to wait for. */
async function wasOutOfReach(trx: Trx, { player_id, run }: RunRow, at: number): Promise<boolean> {
  if (at < rushTimeUpAt(run)) return false;
  return wasOutage(trx, player_id, run.shownAt, Math.min(at, rushAnswerableUntil(run)));
}

/** Who makes the game slow while they don't know an answer plays one ticket for ever. */
async function oftenVoid(trx: Trx, playerId: number, at: number): Promise<string[]> {
  const { voids } = await trx
    .selectFrom('rush_runs')
    .select(({ fn }) => fn.countAll<number>().as('voids'))
    .where('player_id', '=', playerId)
    .where('state', '=', 'void')
    .where('opened_at', '>', new Date(at - DAY_MS))
    .executeTakeFirstOrThrow();
  if (voids <= VOIDS_A_DAY) return [];
  return [`tickets-back: ${voids} runs within a day were ended by the game and not counted`];
}
