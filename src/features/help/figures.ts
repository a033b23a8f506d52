import type { Offer } from '../../offer/offer.ts';
import { HOUR_MS } from '../../rules/calendar.ts';
import { LEVEL_NAMES, LEVELS, type Level, QUESTION_TIMER_MS } from '../../rules/levels.ts';
import { formatNaira, WAYS, type Way } from '../../rules/money.ts';
import type { Network } from '../../rules/networks.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { mostText } from '../../rules/prize-words.ts';
import {
  type PrizeRow,
  pointsByBand,
  prizeNaira,
  prizeRows,
  WEEKLY_REWARD_BANDS,
} from '../../rules/prizes.ts';
import {
  COIN_TIERS,
  coinsPerQuestion,
  levelCost,
  POINT_TIERS,
  pointsPerCorrect,
} from '../../rules/scoring.ts';
import { lastPointsOf } from '../../rules/tiers.ts';
import { RUSH_TIERS } from '../../rules/tournament.ts';

type Row = { head: string; cells: (string | number)[] };

export const LEVEL_HEADS: readonly string[] = LEVELS.map((level) => LEVEL_NAMES[level]);

export function levelRows(): Row[] {
  return LEVELS.map((level) => ({
    head: LEVEL_NAMES[level],
    cells: [secondsOf(level), coinsPerQuestion(level, 0), pointsPerCorrect(level, 0)],
  }));
}

export function secondsOf(level: Level): string {
  return `${QUESTION_TIMER_MS[level] / 1000} s`;
}

/** Gives the coins that a question costs at each level, by the week's points (game.md#coins-per-question). */
export const coinRows = (): Row[] => tierRows(COIN_TIERS);

/** Gives a right answer's points at each level, by the week's points (game.md#points-per-right-answer). */
export const pointRows = (): Row[] => tierRows(POINT_TIERS);

function tierRows(tiers: typeof COIN_TIERS): Row[] {
  return tiers.map((tier, index) => ({
    head: rangeText(tier.fromPoints, lastPointsOf(tiers, index)),
    cells: LEVELS.map((level) => tier[level]),
  }));
}

/** The week's points above which questions cost more, and right answers earn less. */
export const WEEK_TIER_EDGES = {
  coins: {
    middleAbove: formatNumber(COIN_TIERS[1].fromPoints - 1),
    highAbove: formatNumber(COIN_TIERS[2].fromPoints - 1),
  },
  points: {
    middleAbove: formatNumber(POINT_TIERS[1].fromPoints - 1),
    highFrom: formatNumber(POINT_TIERS[2].fromPoints),
  },
} as const;

/** The prizes of a network's players, by the operator's table; `null` for a prize that they cannot win. */
export type PrizesToWin = {
  weekly: PrizeRow | null;
  monthly: PrizeRow | null;
  raffle: PrizeRow | null;
  /** The tournament's prizes of a day, by tier. */
  daily: readonly PrizeRow[];
};

export function prizesToWin({ prizes }: Offer, { pool }: Pick<Network, 'pool'>): PrizesToWin {
  const first = (board: PrizeRow['board']) => prizeRows(prizes, pool, board)[0] ?? null;
  return {
    weekly: first('weekly'),
    monthly: first('monthly'),
    raffle: first('raffle'),
    daily: prizeRows(prizes, pool, 'rush'),
  };
}

export const REWARD_HEADS = ["This week's points", 'Each brings'] as const;

/** Gives the cash for each point of the week, band by band (game.md#reward-bands). */
export function rewardRows(): Row[] {
  return WEEKLY_REWARD_BANDS.map(({ upTo, naira }, index) => ({
    head: rangeText((WEEKLY_REWARD_BANDS[index - 1]?.upTo ?? 0) + 1, upTo),
    cells: [nairaEach(naira)],
  }));
}

/** Gives the cash of a week's points, band by band: `5,000 × ₦2 + 2,000 × ₦1.50 = ₦13,000`. */
export function rewardSum(row: PrizeRow, points: number): string {
  const parts = pointsByBand(points)
    .filter((band) => band.points > 0)
    .map((band) => `${formatNumber(band.points)} × ${nairaEach(band.naira)}`);
  return `${parts.join(' + ')} = ${formatNaira(prizeNaira(row, 1, points))}`;
}

function nairaEach(naira: number): string {
  return Number.isInteger(naira) ? formatNaira(naira) : `₦${formatNumber(naira, 2)}`;
}

/** The sentence about a player's tier of a day. The pages show the tiers after it. */
export const DAY_TIER_RULE =
  'Only your points of the day in the Millionaire Rush tournament set your tier';

export const DAILY_TIER_HEADS = ['Tier', 'Points of the day', 'Each wins'] as const;

/** Gives the tiers of a day and each winner's prize (game.md#tiers-of-the-day). */
export function dailyTierRows(daily: readonly PrizeRow[]): Row[] {
  return daily.map((row) => ({
    head: `Tier ${row.tier}`,
    cells: [tierPoints(row), mostText(row)],
  }));
}

/** Words the tiers for a sentence: `up to ₦2,000 each for 0 to 499, up to ₦3,000 each for 500 to 999`. */
export function dailyTiers(daily: readonly PrizeRow[]): string {
  return daily.map((row) => `${mostText(row)} each for ${tierPoints(row)}`).join(', ');
}

function tierPoints({ tier }: PrizeRow): string {
  const index = RUSH_TIERS.findIndex((one) => one.tier === tier);
  return rangeText(RUSH_TIERS[index]?.fromPoints ?? 0, lastPointsOf(RUSH_TIERS, index));
}

function rangeText(from: number, to: number): string {
  if (!Number.isFinite(to)) return `${formatNumber(from)} and more`;
  return `${formatNumber(from)} to ${formatNumber(to)}`;
}

/** Gives the coins that a game costs at each level: `100, 150 or 200`. */
export function gameCosts(): string {
  const costs = LEVELS.map((level) => formatNumber(levelCost(level, 0)));
  return `${costs.slice(0, -1).join(', ')} or ${costs.at(-1)}`;
}

const PAID_FROM: Readonly<Record<Way, string>> = {
  airtime: 'from your airtime',
  card: 'by card',
  'mobile-money': 'by mobile money',
};

/** Gives the plans' prices: `₦50 a day or ₦100 a week from your airtime`; `null` if no plan is on offer. */
export function planPrices({ prices, ways }: Offer): string | null {
  const way = WAYS.find((one) => ways.includes(one));
  if (!way) return null;
  const { daily, weekly } = prices.plans[way];
  return `${formatNaira(daily)} a day or ${formatNaira(weekly)} a week ${PAID_FROM[way]}`;
}

/** Gives the packs' prices: `by card: 750 for ₦100, 3,500 for ₦500`; `null` if no pack is on offer. */
export function packPrices({ prices, ways }: Offer): string | null {
  const way = (['card', 'mobile-money'] as const).find(
    (one) => ways.includes(one) && prices.packs[one].length > 0,
  );
  if (!way) return null;
  const packs = prices.packs[way].map(
    ({ naira, coins }) => `${formatNumber(coins)} for ${formatNaira(naira)}`,
  );
  return `${PAID_FROM[way]}: ${packs.join(', ')}`;
}

export function hours(ms: number): number {
  return ms / HOUR_MS;
}
