import { LEVEL_NAMES, LEVELS, type Level, QUESTION_TIMER_MS } from '../../rules/levels.ts';
import { COIN_PACKS, formatNaira, PLAN_PRICE_NAIRA } from '../../rules/money.ts';
import { formatNumber } from '../../rules/numbers.ts';
import { WEEKLY_REWARD_BANDS } from '../../rules/prizes.ts';
import {
  COIN_TIER_ABOVE,
  coinsPerQuestion,
  levelCost,
  POINT_TIER,
  pointsPerCorrect,
} from '../../rules/scoring.ts';
import { RUSH_TIERS } from '../../rules/tournament.ts';

type Row = { head: string; cells: (string | number)[] };

const HOUR_MS = 3_600_000;

/** The names of the levels, as heads of columns. */
export const LEVEL_HEADS: readonly string[] = LEVELS.map((level) => LEVEL_NAMES[level]);

/** Each level's time, coins and points of a week that starts at 0. */
export function levelRows(): Row[] {
  return LEVELS.map((level) => ({
    head: LEVEL_NAMES[level],
    cells: [secondsOf(level), coinsPerQuestion(level, 0), pointsPerCorrect(level, 0)],
  }));
}

/** The time of a question: `10 s`. */
export function secondsOf(level: Level): string {
  return `${QUESTION_TIMER_MS[level] / 1000} s`;
}

/** Coins of a question at each level, by the points of the week (decision 2). */
export function coinRows(): Row[] {
  const { middle, high } = COIN_TIER_ABOVE;
  return tierRows([0, middle + 1, high + 1], coinsPerQuestion);
}

/** Points of a right answer at each level, by the points of the week (decision 3). */
export function pointRows(): Row[] {
  const { middleAbove, highFrom } = POINT_TIER;
  return tierRows([0, middleAbove + 1, highFrom], pointsPerCorrect);
}

function tierRows(starts: number[], figure: (level: Level, highScore: number) => number): Row[] {
  return starts.map((from, index) => ({
    head: rangeText(from, (starts[index + 1] ?? Number.POSITIVE_INFINITY) - 1),
    cells: LEVELS.map((level) => figure(level, from)),
  }));
}

/** What points of the week are multiplied by when they are paid (decision 14). */
export function rewardRows(): Row[] {
  return WEEKLY_REWARD_BANDS.map(({ upTo, multiplier }, index) => {
    const before = WEEKLY_REWARD_BANDS[index - 1];
    return {
      head: rangeText(before ? before.upTo + 1 : 0, upTo),
      cells: [`points × ${multiplier}`],
    };
  });
}

/** The heads of {@link dailyTierRows}. */
export const DAILY_TIER_HEADS = ['Tier', 'Points of the day', 'Each wins'] as const;

/** The tiers of a day and their cash (gameplay §9, decision 49). */
export function dailyTierRows(): Row[] {
  return RUSH_TIERS.map(({ tier, fromPoints, cashNaira }, index) => ({
    head: `Tier ${tier}`,
    cells: [
      rangeText(fromPoints, (RUSH_TIERS[index + 1]?.fromPoints ?? Number.POSITIVE_INFINITY) - 1),
      formatNaira(cashNaira),
    ],
  }));
}

/** `₦2,000 each for 0 to 499, ₦3,000 each for 500 to 999`: the same in a sentence. */
export function dailyTiers(): string {
  return dailyTierRows()
    .map(({ cells: [points, cash] }) => `${cash} each for ${points}`)
    .join(', ');
}

/** `0 to 5,000`, `10,001 and more`. */
function rangeText(from: number, to: number): string {
  if (!Number.isFinite(to)) return `${formatNumber(from)} and more`;
  return `${formatNumber(from)} to ${formatNumber(to)}`;
}

/** What whole games cost: `100, 150 or 200`. */
export function gameCosts(): string {
  const costs = LEVELS.map((level) => formatNumber(levelCost(level, 0)));
  return `${costs.slice(0, -1).join(', ')} or ${costs.at(-1)}`;
}

/** `₦50 a day or ₦100 a week`, by airtime. */
export function planPrices(): string {
  const { daily, weekly } = PLAN_PRICE_NAIRA.airtime;
  return `${formatNaira(daily)} a day or ${formatNaira(weekly)} a week`;
}

/** `750 for ₦100, 3,500 for ₦500`, by card. */
export function packPrices(): string {
  return COIN_PACKS.card
    .map(({ naira, coins }) => `${formatNumber(coins)} for ${formatNaira(naira)}`)
    .join(', ');
}

/** Milliseconds to whole hours. */
export function hours(ms: number): number {
  return ms / HOUR_MS;
}
