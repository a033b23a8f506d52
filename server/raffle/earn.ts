import { randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { TicketReason } from '../../src/contract/raffle.ts';
import { dayOf, lagosDate } from '../../src/rules/calendar.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { RAFFLE_TICKET_PLAY } from '../../src/rules/prizes.ts';
import { hundredsPassed } from '../../src/rules/raffle.ts';
import { TICKET_CODE_COUNT, ticketCode } from '../../src/rules/ticket-code.ts';
import type { Trx } from '../database/tables.ts';
import { isRaffleOpen, openMonth, type RaffleConfig } from './months.ts';
import { keepStreak } from './streaks.ts';

/** A round that has just counted; times in epoch milliseconds. */
export type EarningRound = {
  playerId: number;
  pool: Pool;
  points: number;
  issuedAt: number;
  countedAt: number;
};

/**
 * What a counted round earns beside its points: days in a row, and in a pool with a raffle its tickets,
 * each reason once (game.md#raffle-tickets). The caller holds the player, and has counted the round.
 */
export async function earnTickets(
  trx: Trx,
  config: RaffleConfig,
  { playerId, pool, points, issuedAt, countedAt }: EarningRound,
): Promise<void> {
  const day = lagosDate(issuedAt);
  const { rounds } = await trx
    .selectNoFrom(countedRounds(playerId, issuedAt).as('rounds'))
    .executeTakeFirstOrThrow();
  const isBonusDue = rounds === 1 && (await keepStreak(trx, playerId, day));
  if (pool !== 'all' || !isRaffleOpen(config)) return;

  const { month } = await openMonth(trx, config, countedAt);
  await earnByPoints(trx, { month, playerId, points, countedAt });
  const earned: Pick<Ticket, 'reason' | 'earned_for'>[] = [
    ...(isBonusDue ? [{ reason: 'streak' as const, earned_for: day }] : []),
    ...(rounds === RAFFLE_TICKET_PLAY ? [{ reason: 'fifth-play' as const, earned_for: day }] : []),
  ];
  const common = { month, player_id: playerId, earned_at: new Date(countedAt) };
  for (const ticket of earned) await writeTicket(trx, { ...common, ...ticket });
}

/** What points earn that are made good, in the month that runs (game.md#withdrawn-questions). */
export async function earnPointTickets(
  trx: Trx,
  config: RaffleConfig,
  { playerId, pool, points, countedAt }: Omit<EarningRound, 'issuedAt'>,
): Promise<void> {
  if (pool !== 'all' || !isRaffleOpen(config)) return;
  const { month } = await openMonth(trx, config, countedAt);
  await earnByPoints(trx, { month, playerId, points, countedAt });
}

/** How many rounds of a player counted, of the Lagos day that holds an instant, by their issue; as a part of a statement. */
export function countedRounds(playerId: number, at: number) {
  const { startsAt, endsAt } = dayOf(at);
  return sql<number>`(select count(*) from rounds
    where player_id = ${playerId}::bigint and state = 'counted'
    and issued_at >= ${new Date(startsAt)}::timestamptz
    and issued_at < ${new Date(endsAt)}::timestamptz)`;
}

type MonthsPoints = { month: string; playerId: number; points: number };

/** A ticket for each full hundred that these points pass. */
async function earnByPoints(
  trx: Trx,
  { month, playerId, points, countedAt }: MonthsPoints & { countedAt: number },
): Promise<void> {
  if (points === 0) return;
  const total = await addPoints(trx, { month, playerId, points });
  const common = { month, player_id: playerId, earned_at: new Date(countedAt) };
  for (const hundred of hundredsPassed(total - points, total)) {
    await writeTicket(trx, { ...common, reason: 'points', earned_for: `${month}:${hundred}` });
  }
}

/** Adds to a player's points of the raffle's month, and gives their sum. */
async function addPoints(trx: Trx, { month, playerId, points }: MonthsPoints): Promise<number> {
  const row = await trx
    .insertInto('raffle_points')
    .values({ month, player_id: playerId, points })
    .onConflict((conflict) =>
      conflict
        .columns(['month', 'player_id'])
        .doUpdateSet({ points: sql`raffle_points.points + excluded.points` }),
    )
    .returning('points')
    .executeTakeFirstOrThrow();
  return row.points;
}

type Ticket = {
  month: string;
  player_id: number;
  reason: TicketReason;
  earned_for: string;
  earned_at: Date;
};

/** Writes a ticket with a code that no other has, unless its reason has one already. */
async function writeTicket(trx: Trx, ticket: Ticket): Promise<void> {
  const written = await trx
    .insertInto('raffle_tickets')
    .values({ ...ticket, code: ticketCode(randomInt(TICKET_CODE_COUNT)) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('code')
    .executeTakeFirst();
  if (!written && !(await hasTicket(trx, ticket))) await writeTicket(trx, ticket);
}

async function hasTicket(trx: Trx, { player_id, reason, earned_for }: Ticket): Promise<boolean> {
  const found = await trx
    .selectFrom('raffle_tickets')
    .select('code')
    .where('player_id', '=', player_id)
    .where('reason', '=', reason)
    .where('earned_for', '=', earned_for)
    .executeTakeFirst();
  return found !== undefined;
}
