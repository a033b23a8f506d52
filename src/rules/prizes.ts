import type { Pool } from './networks.ts';
import { type Tiered, type Tiers, tierAt } from './tiers.ts';

/** How many rows of a weekly board are shown (game.md#weekly-and-monthly-boards). */
export const WEEKLY_SHOWN_PLACES = 31;

/** How many rows of a board are served (game.md#boards). */
export const SERVED_PLACES = 50;

/** How long a final prize takes to reach a bank account, in hours (game.md#payouts). */
export const CASH_HOURS = { least: 24, most: 48 } as const;

/**
 * The bands of the weekly reward, the lowest first (game.md#reward-bands). They work like tax
 * bands: `naira` is the worth of each point above the previous band and up to `upTo`.
 * `tournamentText` is the figure in the tournament's terms.
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
 * How many of a week's points are in each reward band, and how many naira each point is worth
 * there.
 */
export function pointsByBand(points: number): { points: number; naira: number }[] {
  return WEEKLY_REWARD_BANDS.map(({ upTo, naira }, index) => {
    const before = WEEKLY_REWARD_BANDS[index - 1]?.upTo ?? 0;
    return { points: Math.max(0, Math.min(points, upTo) - before), naira };
  });
}

/** How many points give a raffle ticket (game.md#raffle-tickets). */
export const POINTS_PER_RAFFLE_TICKET = 100;

/** How many days in a row give a bonus raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_STREAK_DAYS = 7;

/** The number of the day's play that gives a raffle ticket (game.md#raffle-tickets). */
export const RAFFLE_TICKET_PLAY = 5;

/** How many raffle tickets these points alone give (game.md#raffle-tickets). */
export function raffleTicketsFor(points: number): number {
  return Math.floor(Math.max(0, points) / POINTS_PER_RAFFLE_TICKET);
}

const TICKET_TIERS: Tiers<Tiered & { tier: 1 | 2 | 3 }> = [
  { tier: 1, fromPoints: 0 },
  { tier: 2, fromPoints: 1000 },
  { tier: 3, fromPoints: 3000 },
];

/** The tier of the badge on the ticket screen (game.md#ticket-screen). */
export function ticketTier(points: number): 1 | 2 | 3 {
  return tierAt(TICKET_TIERS, points).tier;
}

/**
 * The competitions with prizes: the boards of a week and of a month, a day of the tournament, and
 * the raffle's draw.
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
  /** Whole naira for each place, or `bands` if the place's points and the reward bands decide. */
  naira: number | 'bands';
  /** How many points a place must have to be paid. */
  minPoints: number;
  /** How many players the board, or its tier, must have for anyone to be paid. */
  minPlayers: number;
  /** How many coins a winner must have bought in the period. */
  minCoinsBought: number;
  /** How many reserves are drawn, for winners who cannot be paid. */
  reserves: number;
  /**
   * The largest part of the day's ticket money that a tier pays, in whole percent
   * (game.md#what-a-tier-pays). `null` on other boards, and in old tables in which tickets did not
   * limit a tier.
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
 * The share of a day's ticket money that goes to prizes, in percent, unless the operator sets
 * another share.
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

/** The prizes that hold unless the operator's configuration sets others (game.md#prize-table). */
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

/** The rows of a pool's board, or only those of one tier if a tier is given. */
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
 * The prize of a row for a place with its points, in whole naira. Only the sum over the bands is
 * rounded, downwards. The prize is 0 below `minPoints` and after the row's last place
 * (game.md#reward-bands).
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
 * A prize as it is paid, in kobo: the amount won, the tax withheld, and the amount that reaches the
 * player.
 */
type PaidAmount = { grossKobo: number; taxKobo: number; netKobo: number };

/**
 * Withholds `percent` of a prize of whole naira as tax. The tax is rounded half up to the kobo
 * (game.md#withholding).
 */
export function withhold(naira: number, percent: number): PaidAmount {
  const grossKobo = naira * 100;
  const taxKobo = Math.round(naira * percent);
  return { grossKobo, taxKobo, netKobo: grossKobo - taxKobo };
}
