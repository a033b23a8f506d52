import { sql } from 'kysely';
import { prizeRows } from '../../src/rules/prize-table.ts';
import { addScores, periodsOf } from '../boards/credit.ts';
import type { BoardAndPeriod } from '../boards/ranking.ts';
import type { Trx } from '../database/tables.ts';
import { makePayout } from './make-payout.ts';
import { readVersions } from './table.ts';
import { findWinners } from './winners.ts';

/** Whom a withdrawn question has hurt in a period whose places are paid. */
export type HurtWinner = { playerId: number; questionId: string; period: BoardAndPeriod };

/**
 * Pays a player besides what they would have won of a settled period with the points that withdrawn
 * questions took; nobody's prize changes (game.md#withdrawn-questions). Gives it in whole naira, 0
 * where nothing is due. The caller has entered the points, and holds the player.
 */
export async function payBeside(
  trx: Trx,
  { playerId, questionId, period: { board, pool, startsAt } }: HurtWinner,
  now: number,
): Promise<number> {
  const settled = await trx
    .selectFrom('prize_periods')
    .select(['table_id', 'period_end'])
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(startsAt))
    .forUpdate()
    .executeTakeFirst();
  const version = (await readVersions(trx)).find(({ id }) => id === settled?.table_id);
  if (!settled || !version) return 0;
  const mine = await trx
    .selectFrom('payouts')
    .select(['state', 'gross_kobo'])
    .where('player_id', '=', playerId)
    .where('board', '=', board)
    .where('pool', '=', pool)
    .where('period_start', '=', new Date(startsAt))
    .execute();
  // Their own prize of the period was refused, or they let it lapse.
  if (mine.some(({ state }) => state === 'refused' || state === 'lapsed')) return 0;
  const won = mine.reduce((sum, { gross_kobo }) => sum + gross_kobo, 0) / 100;

  const period = { startsAt, endsAt: settled.period_end.getTime() };
  const of = { board, pool, period };
  let naira = 0;
  for (const row of prizeRows(version.rows, pool, board)) {
    const winners = await asIfCounted(trx, { playerId, board, pool, startsAt }, () =>
      findWinners(trx, of, row),
    );
    const own = winners.find((winner) => winner.playerId === playerId);
    const missing = (own?.naira ?? 0) - won - naira;
    if (!own || missing <= 0) continue;
    const { tier, kind } = row;
    const { withholdingPercent } = version;
    const prize = { playerId, place: own.place, naira: missing, tier, kind, withholdingPercent };
    await makePayout(trx, { ...of, ...prize, withdrawnQuestion: questionId }, now);
    naira += missing;
  }
  return naira;
}

/** Looks at a final board as it would be with all that withdrawn questions took from a player. */
async function asIfCounted<Found>(
  trx: Trx,
  { playerId, board, pool, startsAt }: BoardAndPeriod & { playerId: number },
  look: () => Promise<Found>,
): Promise<Found> {
  const repairs = await trx
    .selectFrom('question_repairs as repair')
    .innerJoin('rounds', 'rounds.id', 'repair.played_id')
    .select(['repair.points', 'repair.boards', 'pool', 'issued_at', 'closed_at'])
    .where('repair.player_id', '=', playerId)
    .execute();
  const missing = repairs.filter(({ boards, issued_at, closed_at, ...repair }) => {
    if (closed_at === null || boards.includes(board)) return false;
    const times = { issuedAt: issued_at.getTime(), arrivedAt: closed_at.getTime() };
    return periodsOf({ pool: repair.pool, played: 'round', ...times }).some(
      (one) => one.board === board && one.pool === pool && one.startsAt === startsAt,
    );
  });
  const points = missing.reduce((sum, repair) => sum + repair.points, 0);
  const reached_at = new Date(Math.max(...missing.map((one) => one.closed_at?.getTime() ?? 0)));
  const period_start = new Date(startsAt);
  await sql`savepoint as_if_counted`.execute(trx);
  await addScores(trx, [{ board, pool, period_start, player_id: playerId, points, reached_at }]);
  const found = await look();
  await sql`rollback to savepoint as_if_counted`.execute(trx);
  return found;
}
