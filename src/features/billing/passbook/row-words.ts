import type { PassbookRow } from '../../../contract/payments.ts';
import { shortReference } from '../../../lib/short-reference.ts';
import { LEVEL_NAMES, LEVELS, QUESTIONS_PER_ROUND } from '../../../rules/levels.ts';
import { productName, WAY_NAMES } from '../../../rules/money.ts';
import { formatNumber } from '../../../rules/numbers.ts';

/** What the ledger calls a movement, in a player's words; other reasons stand as they come. */
const REASONS: Readonly<Record<string, string>> = {
  subscription: 'Subscription',
  'coins-bought': 'Coins bought',
  'payment-reversed': 'Payment taken back',
  'payment-returned': 'Payment given back',
  'round-opened': 'Game started',
  'round-counted': 'Coins given back',
  'round-expired': 'Coins given back',
  'round-repaired': 'Coins given back',
  'coins-corrected': 'Put right by us',
};

/** `in` came, `out` was spent, `back` was given back. */
export type Direction = 'in' | 'out' | 'back';

export type RowWords = {
  direction: Direction;
  title: string;
  /** What it is known by; the time stands behind it. */
  detail: string | null;
};

/** What a movement of coins is called; categories by their id. */
export function rowWords(row: PassbookRow, categories: Readonly<Record<string, string>>): RowWords {
  const isBack = row.round || row.reason === 'payment-returned';
  const direction = row.coins < 0 ? 'out' : isBack ? 'back' : 'in';
  return { direction, title: titleOf(row, categories), detail: detailOf(row, direction) };
}

/** `−150`, `+750`, with signs of one width. */
export function signedCoins(coins: number): string {
  if (coins === 0) return '0';
  return `${coins < 0 ? '−' : '+'}${formatNumber(Math.abs(coins))}`;
}

/** The row as it is said: `La Liga, Medium, minus 150 coins, 1,240 left, 08:20`. */
export function spokenRow(title: string, { coins, balance }: PassbookRow, time: string): string {
  const amount = `${coins < 0 ? 'minus' : 'plus'} ${formatNumber(Math.abs(coins))} coins`;
  return `${title}, ${amount}, ${formatNumber(balance)} left, ${time}`;
}

/** A round as it is named on a line: `R-61D4`. */
function roundName(id: string): string {
  return `R-${id.slice(-4).toUpperCase()}`;
}

type Round = NonNullable<PassbookRow['round']>;

type Names = Readonly<Record<string, string>>;

function titleOf({ round, plan, coins, reason }: PassbookRow, categories: Names): string {
  if (plan && reason === 'subscription') return productName(`plan-${plan}`, coins);
  if (round && coins < 0) return gameName(round, categories);
  return REASONS[reason] ?? reason;
}

function gameName({ categoryId, level }: Round, categories: Names): string {
  const known = LEVELS.find((one) => one === level);
  return [categories[categoryId] ?? 'Game', known ? LEVEL_NAMES[known] : level].join(', ');
}

function detailOf({ round, reason, reference, way }: PassbookRow, direction: Direction) {
  if (!round) {
    const parts = [way && WAY_NAMES[way], reference && shortReference(reference)];
    return parts.filter(Boolean).join(', ') || null;
  }
  const name = `Game ${roundName(round.id)}`;
  if (reason === 'round-expired') return `${name} did not finish`;
  if (reason === 'round-repaired') return `${name}: a question was wrong`;
  const hasLeft = round.shown > 0 && round.shown < QUESTIONS_PER_ROUND;
  if (direction !== 'back' || !hasLeft) return name;
  return `${name}: you left after ${round.shown} ${round.shown === 1 ? 'question' : 'questions'}`;
}
