import type { Trx } from '../database/tables.ts';
import { enterRunRepair } from '../ledger/withdrawn-entries.ts';
import { closeClaims } from '../payments/claims.ts';
import { isUndone, noteTicket } from '../payments/tickets.ts';
import { noteRepair } from '../rounds/withdrawn.ts';

/**
 * Gives the player of a run that a withdrawn question has ended a ticket for another, once; the run and
 * its points stay (game.md#withdrawn-questions). Where its payment was taken back it is owed no more
 * instead. Gives whether something was made good now. The caller holds the player.
 */
export async function repairRun(
  trx: Trx,
  { runId, questionId }: { runId: string; questionId: string },
  now: number,
): Promise<{ tickets: number } | null> {
  const { state, run, ended, player_id, ticket } = await trx
    .selectFrom('rush_runs')
    .select(['state', 'run', 'ended', 'player_id', 'ticket'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const isEndedByIt =
    state === 'counted' &&
    (ended === 'wrong' || ended === 'timeout') &&
    run.questions[run.rows.length - 1]?.id === questionId;
  if (!isEndedByIt) return null;
  const isOwed = await isUndone(trx, ticket);
  const tickets = isOwed ? 0 : 1;
  const hurt = { question_id: questionId, played_id: runId, player_id };
  const repair = { ...hurt, coins: 0, points: 0, tickets, boards: [], at: new Date(now) };
  if (!(await noteRepair(trx, repair))) return null;
  if (isOwed) {
    await closeClaims(trx, { reference: ticket }, now);
    return { tickets };
  }
  await noteTicket(trx, { reference: `back-${runId}`, playerId: player_id }, now);
  await enterRunRepair(trx, { questionId, playedId: runId, playerId: player_id }, now);
  return { tickets };
}
