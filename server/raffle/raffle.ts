import { randomBytes, randomInt } from 'node:crypto';
import { sql } from 'kysely';
import type { RaffleTicket, TicketReason } from '../../src/contract/raffle.ts';
import { dayOf, lagosDate } from '../../src/rules/calendar.ts';
import { sealOf } from '../../src/rules/draw.ts';
import type { Pool } from '../../src/rules/networks.ts';
import { RAFFLE_TICKET_PLAY } from '../../src/rules/prizes.ts';
import {
  hundredsPassed,
  type RaffleMonth,
  raffleMonthOf,
  rafflePrize,
} from '../../src/rules/raffle.ts';
import { type DaysInARow, daysAfter, joinDay } from '../../src/rules/streak.ts';
import { TICKET_CODE_COUNT, ticketCode } from '../../src/rules/ticket-code.ts';
import type { Config } from '../config/config.ts';
import { sha256Bytes } from '../crypto/hash.ts';
import type { Db, Trx } from '../database/tables.ts';

/** A round that has just been counted; times in epoch milliseconds. */
type EarningRound = {
  playerId: number;
  pool: Pool;
  points: number;
  issuedAt: number;
  countedAt: number;
};

/**
 * Adds a counted round's day to the play streak and, in a pool with a raffle, writes the tickets that the
 * round earns, each reason once (game.md#raffle-tickets). The caller has locked the player and counted the
 * round.
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

/** Writes the tickets for compensated points, in the current month (game.md#withdrawn-questions). */
export async function earnPointTickets(
  trx: Trx,
  config: RaffleConfig,
  { playerId, pool, points, countedAt }: Omit<EarningRound, 'issuedAt'>,
): Promise<void> {
  if (pool !== 'all' || !isRaffleOpen(config)) return;
  const { month } = await openMonth(trx, config, countedAt);
  await earnByPoints(trx, { month, playerId, points, countedAt });
}

/**
 * Gives SQL for the number of a player's counted rounds that were issued on the Lagos day of an instant
 * (epoch ms).
 */
export function countedRounds(playerId: number, at: number) {
  const { startsAt, endsAt } = dayOf(at);
  return sql<number>`(select count(*) from rounds
    where player_id = ${playerId}::bigint and state = 'counted'
    and issued_at >= ${new Date(startsAt)}::timestamptz
    and issued_at < ${new Date(endsAt)}::timestamptz)`;
}

type MonthsPoints = { month: string; playerId: number; points: number };

/** Writes a ticket for each full hundred of the month's points that these points complete. */
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

/** Adds to a player's points of a raffle month, and gives the new sum. */
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

/** Writes a ticket with a unique code, unless its reason already has one. */
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

/**
 * Adds a day to a player's streak when its first round is counted. Gives whether that completes another seven
 * days in a row (game.md#play-streak). The caller has locked the player.
 */
async function keepStreak(trx: Trx, playerId: number, day: string): Promise<boolean> {
  const neighbours = await trx
    .deleteFrom('play_streaks')
    .where('player_id', '=', playerId)
    .where((eb) =>
      eb.or([eb('last_day', '=', daysAfter(day, -1)), eb('first_day', '=', daysAfter(day, 1))]),
    )
    .returning(['first_day as firstDay', 'last_day as lastDay', 'bonuses'])
    .execute();
  const streakThat = (is: (one: DaysInARow) => boolean) => neighbours.find(is) ?? null;
  const { joined, isBonusDue } = joinDay(day, {
    before: streakThat(({ lastDay }) => lastDay < day),
    after: streakThat(({ firstDay }) => firstDay > day),
  });
  const { firstDay: first_day, lastDay: last_day, bonuses } = joined;
  await trx
    .insertInto('play_streaks')
    .values({ player_id: playerId, first_day, last_day, bonuses })
    .execute();
  return isBonusDue;
}

/** Reads a player's tickets of a month, newest first. */
export async function ticketsOf(db: Db, playerId: number, month: string): Promise<RaffleTicket[]> {
  const rows = await db
    .selectFrom('raffle_tickets')
    .select(['code', 'reason', 'earned_at'])
    .where('player_id', '=', playerId)
    .where('month', '=', month)
    .orderBy('earned_at', 'desc')
    .orderBy('code')
    .execute();
  return rows.map(({ earned_at, ...ticket }) => ({
    ...ticket,
    earnedAt: earned_at.toISOString(),
  }));
}

/** Reads the points that count for a player's tickets of a month: those since the previous draw. */
export async function pointsOf(db: Db, playerId: number, month: string): Promise<number> {
  const row = await db
    .selectFrom('raffle_points')
    .select('points')
    .where('month', '=', month)
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  return row?.points ?? 0;
}

/** Reads the names of those of the given players who have a ticket of a month. */
export async function holdersAmong(
  db: Db,
  playerIds: readonly number[],
  month: string,
): Promise<string[]> {
  if (playerIds.length === 0) return [];
  const rows = await db
    .selectFrom('players')
    .select('nickname')
    .where('id', 'in', playerIds)
    .where('deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('raffle_tickets')
          .select('code')
          .whereRef('raffle_tickets.player_id', '=', 'players.id')
          .where('month', '=', month),
      ),
    )
    .execute();
  return rows.map(({ nickname }) => nickname);
}

const SEED_BYTES = 32;

/** The prize table, with the raffle's prizes if there is a raffle. Without a permit the table is empty. */
export type RaffleConfig = Pick<Config, 'prizes'>;

/** Whether tickets are earned and drawn here (game.md#permit). */
export function isRaffleOpen({ prizes }: RaffleConfig): boolean {
  return rafflePrize(prizes) !== null;
}

/**
 * Gives the month of a ticket that is earned now: the first month that is not closed, even if the clock was
 * put back to before a close. The month stays open until the transaction ends.
 */
async function openMonth(trx: Trx, config: RaffleConfig, now: number): Promise<RaffleMonth> {
  // A transaction that closes a month waits for all transactions that write tickets. Later transactions see
  // that the month is closed.
  await sql`lock table raffle_tickets in row exclusive mode`.execute(trx);
  for (let month = raffleMonthOf(now); ; month = raffleMonthOf(month.endsAt)) {
    const draw = await findClosing(trx, month);
    if (!draw) await makeDraw(trx, config, { month, now });
    if (!draw?.closed_at) return month;
  }
}

function findClosing(trx: Trx, { month }: RaffleMonth) {
  return trx
    .selectFrom('raffle_draws')
    .select('closed_at')
    .where('month', '=', month)
    .executeTakeFirst();
}

/**
 * Makes a month's draw with its seed, before the month has any ticket. If several processes try at the same
 * time, one succeeds. The prizes are those of the prize table at that moment.
 */
export async function makeDraw(
  trx: Trx,
  config: RaffleConfig,
  { month: { month, endsAt }, now }: { month: RaffleMonth; now: number },
): Promise<void> {
  const prize = rafflePrize(config.prizes);
  if (prize === null) throw new Error('the prize table has no raffle');
  const seed = randomBytes(SEED_BYTES).toString('hex');
  await trx
    .insertInto('raffle_draws')
    .values({
      month,
      closes_at: new Date(endsAt),
      naira: prize.naira,
      places: prize.places,
      reserves: prize.reserves,
      seed,
      seed_hash: await sealOf(seed, sha256Bytes),
      made_at: new Date(now),
    })
    .onConflict((conflict) => conflict.column('month').doNothing())
    .execute();
}
