import type { QueryClient } from '@tanstack/react-query';
import * as v from 'valibot';
import { paths } from '../../config/paths.ts';
import { promoTimesKey } from '../../config/storage-keys.ts';
import { type Board, getRushBoard, getWeeklyBoard } from '../../contract/boards.ts';
import { getRaffleTickets, getTicketWinner } from '../../contract/raffle.ts';
import { keptValue } from '../../lib/kept.ts';
import { dayAndTimeText, dayText } from '../../lib/time.ts';
import type { Offer } from '../../offer/offer.ts';
import { lagosDate, nextRaffleDraw } from '../../rules/calendar.ts';
import { formatNaira } from '../../rules/money.ts';
import type { Network } from '../../rules/networks.ts';
import { formatNumber, ordinal } from '../../rules/numbers.ts';
import { amountText } from '../../rules/prize-words.ts';
import { type PrizeRow, prizeRows, RAFFLE_TICKET_PLAY } from '../../rules/prizes.ts';
import type { PromoId, PromoTimes } from '../../rules/promos.ts';
import { RUSH_QUESTIONS, rushTier } from '../../rules/tournament.ts';
import { playerCall } from '../../session/player-call.ts';

/** The facts of a promotion; amounts in naira, times in epoch milliseconds. */
export type PromoFacts =
  | { id: 'promo'; topNaira: number; places: number; network: string | null }
  | { id: 'raffle-draw'; naira: number; drawAt: number; tickets: number }
  | { id: 'entry-ticket'; code: string; drawAt: number; tickets: number }
  | { id: 'million'; naira: number; drawAt: number }
  | { id: 'daily'; rows: readonly PrizeRow[]; network: string | null; own: OwnTier | null }
  | { id: 'ticket-winner'; name: string }
  | { id: 'progress'; place: number; points: number; edge: Edge; tier: number | null };

type OwnTier = { tier: number; points: number };

/**
 * The number of paid places, the points that are needed for the last of them, and its prize. If places share
 * a sum, the prize is the most that the place can get.
 */
type Edge = { places: number; points: number; naira: number | 'bands'; isShared: boolean };

/** The player for whom facts are read. */
type FactsFor = {
  playerId: string;
  brand: Network;
  offer: Offer;
  client: QueryClient;
  /** Epoch milliseconds. */
  now: number;
};

/** Reads a promotion's facts; `null` if it does not fit this player now. Throws the errors of its calls. */
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
      // A player who can also win the week's cash (the brand has no name) gets no words about their own tier.
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
  // Shown once today's ticket exists: the fifth round's result may still wait to be sent.
  const earned = tickets.find(
    ({ reason, earnedAt }) => reason === 'fifth-play' && (!earnedAt || isToday(earnedAt, now)),
  );
  return earned ? { id, code: earned.code, drawAt, tickets: tickets.length } : null;
}

const isToday = (at: string, now: number) => lagosDate(Date.parse(at)) === lagosDate(now);

/** Reads how far the last paid place is: the week's, or the player's tier today if the week pays no cash. */
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
  // With equal points the earlier player ranks higher, so a player needs a point more.
  const points = Math.max(last.highScore + 1, minPoints);
  const edge = { places, points, naira, isShared: ticketPercent !== null };
  return { id: 'progress', place: position, points: user.highScore, edge, tier };
}

/** Reads the player's tournament points of today, and their tier; `null` if they have no points. */
async function ownTier(asked: FactsFor): Promise<OwnTier | null> {
  const { user } = await readBoard(asked, 'day');
  return user && { tier: rushTier(user.highScore), points: user.highScore };
}

/** Reads a board: the week's (`null`), the tournament's of today, or a tier of that. */
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

const keptTimes = (playerId: string) =>
  keptValue('localStorage', promoTimesKey(playerId), v.record(v.string(), v.number()));

/** When this phone last showed the promotions of `isByCount`, and when the player dismissed the others. */
export function promoTimes(playerId: string): PromoTimes {
  return keptTimes(playerId).get() ?? {};
}

export function notePromo(playerId: string, id: PromoId, at: number): void {
  keptTimes(playerId).set({ ...promoTimes(playerId), [id]: at });
}

/** A modal's words. `to` is the page that its button opens; `null` stays on the current page. */
type PromoWords = { title: string; lead: string; button: string; to: string | null };

/** Gives a modal's words, which some networks have of their own (game.md#promotional-modals). */
export function promoWords(
  facts: Exclude<PromoFacts, { id: 'ticket-winner' }>,
  now: number,
): PromoWords {
  switch (facts.id) {
    case 'promo':
      return {
        title: facts.network ? `${facts.network} players win daily` : 'Millionaire Rush',
        lead: facts.network
          ? `Only ${facts.network} players stand on your board. The top ${facts.places} of each tier win, up to ${formatNaira(facts.topNaira)} a day.`
          : `Top player daily up to ${formatNaira(facts.topNaira)}. One ticket is one run of ${RUSH_QUESTIONS} questions.`,
        button: 'See how it works',
        to: paths.promo,
      };
    case 'raffle-draw':
      return {
        title: 'Live raffle draw',
        lead: dayAndTimeText(facts.drawAt, now),
        button: 'See my tickets',
        to: paths.rewards,
      };
    case 'entry-ticket':
      return {
        title: 'Congratulations!',
        lead: `You played ${RAFFLE_TICKET_PLAY} times today, so you get 1 raffle ticket.`,
        button: 'See my tickets',
        to: paths.rewards,
      };
    case 'million':
      return {
        title: `Win up to ${formatNaira(facts.naira)}`,
        lead: `in the raffle of ${dayText(facts.drawAt, now)}. You get tickets three ways:`,
        button: 'Play now',
        to: null,
      };
    case 'daily': {
      const places = facts.rows[0]?.places ?? 0;
      return facts.network
        ? {
            title: `${facts.network} daily cash`,
            lead: `The top ${places} of each tier win today. It starts again at midnight.`,
            button: 'See the daily board',
            to: paths.daily,
          }
        : {
            title: 'Win cash every day',
            lead: `The top ${places} of each tier of Millionaire Rush win today.`,
            button: 'Play Millionaire Rush',
            to: paths.rush,
          };
    }
    case 'progress': {
      const { place, edge, tier } = facts;
      return {
        title: 'You are close',
        lead: `You are ${ordinal(place)} ${tier === null ? 'this week' : `in Tier ${tier} today`}. The top ${edge.places} win ${edge.isShared ? 'up to ' : ''}${amountText({ naira: edge.naira, kind: 'cash' })}.`,
        button: 'Play now',
        to: tier === null ? null : paths.rush,
      };
    }
  }
}

/** Says how far the last paid place is: `255 points more and you are in.` */
export function leftText({ points, edge, tier }: Extract<PromoFacts, { id: 'progress' }>): string {
  const left = formatNumber(edge.points - points);
  return tier === null
    ? `${left} points more and you are in.`
    : `${left} points more before midnight.`;
}
