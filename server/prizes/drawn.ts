import type { Period } from '../../src/rules/calendar.ts';
import { namedRaffleMonth, raffleMonthOf } from '../../src/rules/raffle.ts';
import type { Db, Trx } from '../database/tables.ts';
import { drawnWinners, findDraw } from '../raffle/draws.ts';
import type { Winner } from './winners.ts';

/** The raffle's months that are drawn and not settled. */
export async function findDrawnPeriods(db: Db): Promise<Period[]> {
  const draws = await db
    .selectFrom('raffle_draws')
    .select('month')
    .where('drawn_at', 'is not', null)
    .where('closes_at', 'not in', (eb) =>
      eb.selectFrom('prize_periods').select('period_end').where('board', '=', 'raffle'),
    )
    .orderBy('month')
    .execute();
  return draws.flatMap(({ month }) => namedRaffleMonth(month) ?? []);
}

/**
 * Whom a draw pays: as their tickets were drawn, each player once, without who has deleted their
 * account or whose prize was refused or has lapsed; the next reserve takes the place of each of them
 * (game.md#held-prizes).
 */
export async function findDrawn(trx: Trx, { startsAt }: Period): Promise<Winner[]> {
  const { month } = raffleMonthOf(startsAt);
  const draw = await findDraw(trx, month);
  if (!draw) return [];
  const winners = new Map<number, Winner>();
  for (const { playerId, place } of await drawnWinners(trx, month)) {
    if (winners.size === draw.places) break;
    if (winners.has(playerId) || !(await mayBePaid(trx, playerId, startsAt))) continue;
    winners.set(playerId, { playerId, place, naira: draw.naira });
  }
  return [...winners.values()];
}

async function mayBePaid(trx: Trx, playerId: number, startsAt: number): Promise<boolean> {
  const { deleted_at, state } = await trx
    .selectFrom('players')
    .leftJoin('payouts', (join) =>
      join
        .onRef('payouts.player_id', '=', 'players.id')
        .on('board', '=', 'raffle')
        .on('period_start', '=', new Date(startsAt)),
    )
    .select(['deleted_at', 'state'])
    .where('players.id', '=', playerId)
    .executeTakeFirstOrThrow();
  return state === null ? deleted_at === null : state !== 'refused' && state !== 'lapsed';
}
