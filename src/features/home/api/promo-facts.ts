import type { QueryClient } from '@tanstack/react-query';
import type { Board } from '../../../contract/boards.ts';
import { getRushBoard, getWeeklyBoard } from '../../../contract/endpoints/boards.ts';
import { getRaffleTickets, getTicketWinner } from '../../../contract/endpoints/raffle.ts';
import type { Offer } from '../../../offer/offer.ts';
import { lagosDate, nextRaffleDraw } from '../../../rules/calendar.ts';
import type { Network } from '../../../rules/networks.ts';
import { type PrizeRow, prizeRows } from '../../../rules/prize-table.ts';
import type { PromoId } from '../../../rules/promos.ts';
import { rushTier } from '../../../rules/tournament.ts';
import { playerCall } from '../../../session/player-call.ts';

/** What a promotion tells; amounts in naira, times in epoch milliseconds. */
export type PromoFacts =
  | { id: 'promo'; topNaira: number; places: number; network: string | null }
  | { id: 'raffle-draw'; naira: number; drawAt: number; tickets: number }
  | { id: 'entry-ticket'; code: string; drawAt: number; tickets: number }
  | { id: 'million'; naira: number; drawAt: number }
  | { id: 'daily'; rows: readonly PrizeRow[]; network: string | null; own: OwnTier | null }
  | { id: 'ticket-winner'; name: string }
  | { id: 'progress'; place: number; points: number; edge: Edge; tier: number | null };

type OwnTier = { tier: number; points: number };

/** The last paid place, the points that take it over, and what it pays, or at most where it is shared. */
export type Edge = { places: number; points: number; naira: number | 'bands'; isShared: boolean };

/** For whom facts are read. */
export type FactsFor = {
  playerId: string;
  brand: Network;
  offer: Offer;
  client: QueryClient;
  /** Epoch milliseconds. */
  now: number;
};

/** The facts of a promotion; `null` where it does not fit this player now. Throws what the calls throw. */
export async function promoFacts(id: PromoId, asked: FactsFor): Promise<PromoFacts | null> {
  const { brand, offer, now } = asked;
  const raffle = prizeRows(offer.prizes, brand.pool, 'raffle')[0];
  const rush = prizeRows(offer.prizes, brand.pool, 'rush');
  switch (id) {
    case 'promo': {
      const top = rush.at(-1);
      if (!top || top.naira === 'bands') return null;
      return { id, topNaira: top.naira, places: top.places, network: brand.name };
    }
    case 'million':
      return hasSum(raffle) ? { id, naira: raffle.naira, drawAt: nextRaffleDraw(now) } : null;
    case 'raffle-draw':
    case 'entry-ticket':
      return hasSum(raffle) ? ticketFacts(id, raffle.naira, now) : null;
    case 'daily':
      if (rush.length === 0) return null;
      // Whoever can win the week's cash as well is told of the day in general.
      return { id, rows: rush, network: brand.name, own: brand.name ? await ownTier(asked) : null };
    case 'ticket-winner': {
      const { data } = await playerCall(getTicketWinner, {});
      return data && { id, name: data.name };
    }
    case 'progress':
      return progressFacts(asked);
  }
}

const hasSum = (row: PrizeRow | undefined): row is PrizeRow & { naira: number } =>
  row !== undefined && row.naira !== 'bands';

async function ticketFacts(
  id: 'raffle-draw' | 'entry-ticket',
  naira: number,
  now: number,
): Promise<PromoFacts | null> {
  const { data: tickets } = await playerCall(getRaffleTickets, {});
  const drawAt = nextRaffleDraw(now);
  if (id === 'raffle-draw') return { id, naira, drawAt, tickets: tickets.length };
  // It is told once today's is there: the result of the fifth round may still wait for the line.
  const earned = tickets.find(
    ({ reason, earnedAt }) => reason === 'fifth-play' && (!earnedAt || isToday(earnedAt, now)),
  );
  return earned ? { id, code: earned.code, drawAt, tickets: tickets.length } : null;
}

const isToday = (at: string, now: number) => lagosDate(Date.parse(at)) === lagosDate(now);

/** How far the last paid place is: of the week, or where it pays no cash of the player's tier today. */
async function progressFacts(asked: FactsFor): Promise<PromoFacts | null> {
  const { brand, offer } = asked;
  const [weekly] = prizeRows(offer.prizes, brand.pool, 'weekly');
  if (weekly) return progressOn(await readBoard(asked, null), weekly);
  const own = await ownTier(asked);
  const [row] = own ? prizeRows(offer.prizes, brand.pool, 'rush', rushTier(own.points)) : [];
  if (!row) return null;
  return progressOn(await readBoard(asked, row.tier), row);
}

function progressOn(
  { leaderBoard, position, user }: Board,
  { places, naira, tier, minPoints, ticketPercent }: PrizeRow,
): PromoFacts | null {
  const last = leaderBoard[places - 1];
  if (!user || !position || position <= places || !last) return null;
  // Who has as many, but later, stands below.
  const points = Math.max(last.highScore + 1, minPoints);
  const edge = { places, points, naira, isShared: ticketPercent !== null };
  return { id: 'progress', place: position, points: user.highScore, edge, tier };
}

/** The player's points of today in the tournament, and their tier; `null` without any. */
async function ownTier(asked: FactsFor): Promise<OwnTier | null> {
  const { user } = await readBoard(asked, 'day');
  return user && { tier: rushTier(user.highScore), points: user.highScore };
}

/** The week's board, the tournament's of today, or one tier of it. */
async function readBoard(
  { client, playerId }: FactsFor,
  which: 'day' | PrizeRow['tier'],
): Promise<Board> {
  return client.fetchQuery({
    queryKey: [playerId, 'promo-board', which],
    queryFn: async ({ signal }) => {
      if (which === null) return (await playerCall(getWeeklyBoard, { signal })).data;
      const query = which === 'day' ? {} : { query: { tier: `${which}` as const } };
      return (await playerCall(getRushBoard, { ...query, signal })).data;
    },
  });
}
