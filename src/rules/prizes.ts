import type { Pool } from './networks.ts';
import { type Tiered, type Tiers, tierAt } from './tiers.ts';

/** Rows of a weekly board that are shown (game.md#weekly-and-monthly-boards). */
export const WEEKLY_SHOWN_PLACES = 31;

/** Rows of a board that are served (game.md#boards). */
export const SERVED_PLACES = 50;

/** How long a final prize takes to reach a bank account, in hours (game.md#payouts). */
export const CASH_HOURS = { least: 24, most: 48 } as const;

/**
 * Weekly rewards like tax bands, lowest first (game.md#reward-bands): `naira` is the worth of each
 * point up to `upTo` and above the band before; `tournamentText` is the figure in the tournament's
 * terms.
 */
export const WEEKLY_REWARD_BANDS: readonly {
  upTo: number;
  naira: number;
  tournamentText: number;
}[] = [
  { upTo: 5000, naira: 2, tournamentText: 18 },
  { upTo: 7500, naira: 1.5, tournamentText: 12 },
  { upTo: 10_000, naira: 1.25, tournamentText: 9 },
  { upTo: Number.POSITIVE_INFINITY, naira: 1, tournamentText: 6 },
];

/**
 * How many of a week's points are in each reward band, and the naira that each point there is
 * worth.
 */
export function pointsByBand(points: number): { points: number; naira: number }[] {
  return WEEKLY_REWARD_BANDS.map(({ upTo, naira }, index) => {
    const before = WEEKLY_REWARD_BANDS[index - 1]?.upTo ?? 0;
    return { points: Math.max(0, Math.min(points, upTo) - before), naira };
  });
}

/** Points per raffle ticket (game.md#raffle-tickets). */
export const POINTS_PER_RAFFLE_TICKET = 100;

/** Days in a row that give a bonus raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_STREAK_DAYS = 7;

/** The play of a day that gives a raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_TICKET_PLAY = 5;

/** Raffle tickets that points alone give (game.md#raffle-tickets). */
export function raffleTicketsFor(points: number): number {
  return Math.floor(Math.max(0, points) / POINTS_PER_RAFFLE_TICKET);
}

const TICKET_TIERS: Tiers<Tiered & { tier: 1 | 2 | 3 }> = [
  { tier: 1, fromPoints: 0 },
  { tier: 2, fromPoints: 1000 },
  { tier: 3, fromPoints: 3000 },
];

/** The tier badge of the ticket screen (game.md#ticket-screen). */
export function ticketTier(points: number): 1 | 2 | 3 {
  return tierAt(TICKET_TIERS, points).tier;
}

/**
 * The competitions with prizes: the boards of week and month, a day of the tournament, the raffle's
 * draw.
 */
export const PRIZE_BOARDS = ['weekly', 'monthly', 'rush', 'raffle'] as const;

export type PrizeBoard = (typeof PRIZE_BOARDS)[number];

/** How a prize is paid (game.md#kinds-of-prize). */
export const PRIZE_KINDS = ['cash', 'airtime', 'data'] as const;

export type PrizeKind = (typeof PRIZE_KINDS)[number];

/** A row of the prize table: the prize of the first `places` of a board (game.md#prize-table). */
export type PrizeRow = {
  pool: Pool;
  board: PrizeBoard;
  /** The tier in a day of the tournament; `null` on every other board. */
  tier: 1 | 2 | 3 | null;
  places: number;
  kind: PrizeKind;
  /** Whole naira for each place, or by the place's points and the reward bands. */
  naira: number | 'bands';
  /** The least points of a paid place. */
  minPoints: number;
  /** The least players on the board, or in its tier, for anyone to be paid. */
  minPlayers: number;
  /** Coins that a winner must have bought in the period. */
  minCoinsBought: number;
  /** The number of reserves drawn, for winners who cannot be paid. */
  reserves: number;
  /**
   * The most that a tier pays of its day's ticket money (game.md#what-a-tier-pays), in whole
   * percent. `null` on other boards, and in tables from before tickets limited a tier.
   */
  ticketPercent: number | null;
};

export type PrizeTable = readonly PrizeRow[];

const PLAIN = {
  tier: null,
  kind: 'cash',
  minPoints: 1,
  minPlayers: 1,
  minCoinsBought: 0,
  reserves: 0,
  ticketPercent: null,
} as const;

/**
 * The share of a day's ticket money that goes to prizes unless the operator sets another, in
 * percent.
 */
export const RUSH_TICKET_PERCENT = 60;

/** The prizes of a day's tiers, the lowest tier first (game.md#daily-cash). */
const dailyRows = (pool: Pool): PrizeRow[] =>
  ([2000, 3000, 5000] as const).map((naira, index) => ({
    ...PLAIN,
    pool,
    board: 'rush',
    tier: ([1, 2, 3] as const)[index] ?? null,
    places: 5,
    naira,
    minPoints: 75,
    minPlayers: 10,
    ticketPercent: RUSH_TICKET_PERCENT,
  }));

/** The prizes unless the operator's configuration sets others (game.md#prize-table). */
export const DEFAULT_PRIZES: PrizeTable = [
  {
    ...PLAIN,
    pool: 'all',
    board: 'weekly',
    places: 10,
    naira: 'bands',
    minPoints: 50,
  },
  {
    ...PLAIN,
    pool: 'all',
    board: 'monthly',
    places: 1,
    naira: 50_000,
    minCoinsBought: 3000,
  },
  ...dailyRows('all'),
  { ...PLAIN, pool: 'all', board: 'raffle', places: 1, naira: 1_000_000, reserves: 5 },
  ...dailyRows('glo'),
];

/** The rows of a pool's board, and of one tier of it where a tier is named. */
export function prizeRows(
  table: PrizeTable,
  pool: Pool,
  board: PrizeBoard,
  tier: PrizeRow['tier'] = null,
): PrizeRow[] {
  return table.filter(
    (row) => row.pool === pool && row.board === board && (tier === null || row.tier === tier),
  );
}

/**
 * The prize of a row for a place with its points, in whole naira, rounded down once on the sum; 0
 * below its least points and after its last place (game.md#reward-bands).
 */
export function prizeNaira(
  { places, naira, minPoints }: Pick<PrizeRow, 'places' | 'naira' | 'minPoints'>,
  place: number,
  points: number,
): number {
  if (place < 1 || place > places || points < minPoints) return 0;
  if (naira !== 'bands') return naira;
  return Math.floor(pointsByBand(points).reduce((sum, band) => sum + band.points * band.naira, 0));
}

/**
 * A prize in kobo as it is paid: the amount won, the tax withheld and the amount that reaches the
 * player.
 */
type PaidAmount = { grossKobo: number; taxKobo: number; netKobo: number };

/** Withholds `percent` of a prize of whole naira; tax is rounded half up to the kobo (game.md#withholding). */
export function withhold(naira: number, percent: number): PaidAmount {
  const grossKobo = naira * 100;
  const taxKobo = Math.round(naira * percent);
  return { grossKobo, taxKobo, netKobo: grossKobo - taxKobo };
}
