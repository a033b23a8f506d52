import { randomInt } from 'node:crypto';
import { readConfig } from '../../../server/config/config.ts';
import { sealDraws } from '../../../server/raffle/draws.ts';
import { makeDraw } from '../../../server/raffle/raffle.ts';
import type { Draw, RaffleTicket } from '../../../src/contract/raffle.ts';
import { namedRaffleMonth } from '../../../src/rules/raffle.ts';
import { TICKET_CODE_COUNT, ticketCode } from '../../../src/rules/ticket-code.ts';
import type { TestServer } from '../../support/server.ts';
import type { TestPlayer } from '../../support/test-player.ts';

const config = readConfig({ LOG_LEVEL: 'silent' });

/** The work of a process each minute. */
export function seal({ db, clock }: TestServer): Promise<void> {
  return sealDraws({ db, config, now: () => clock.at });
}

/** Tickets as if a player had earned this many in a month; gives their codes in the list's order. */
export async function giveTickets(
  { db, clock }: TestServer,
  { id }: Pick<TestPlayer, 'id'>,
  { month, count }: { month: string; count: number },
): Promise<string[]> {
  const of = namedRaffleMonth(month);
  if (of === null) throw new Error(`${month} is no month`);
  await db.transaction().execute((trx) => makeDraw(trx, config, { month: of, now: clock.at }));
  const codes = new Set<string>();
  while (codes.size < count) codes.add(ticketCode(randomInt(TICKET_CODE_COUNT)));
  const rows = [...codes].map((code, index) => ({
    code,
    month,
    player_id: id,
    reason: 'points' as const,
    earned_for: `${month}:${index}`,
    earned_at: new Date(clock.at),
  }));
  for (let at = 0; at < rows.length; at += 1000) {
    await db
      .insertInto('raffle_tickets')
      .values(rows.slice(at, at + 1000))
      .execute();
  }
  return [...codes].toSorted();
}

export async function drawOf(server: TestServer, month: string): Promise<Draw> {
  return (await server.call('GET', `/raffle/draws/${month}`)).body.data as Draw;
}

/** A player's tickets and the current month: `meta.raffle`. */
export async function raffleOf(player: TestPlayer, query = '') {
  const { data, meta } = (await player.get(`/user/tournament-tickets${query}`)).body;
  const raffle = meta?.raffle as { month: string; points: number; closesAt: string } | null;
  return { tickets: data as RaffleTicket[], raffle };
}
