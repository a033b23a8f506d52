import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS, type Level } from '../../src/rules/levels.ts';
import { questionLevel } from '../../src/rules/plays.ts';
import type { BankQuestion } from '../reader/bank.ts';

// What players choose is assumed: there are none yet to learn it from.

/** Of 100 players so many have this favourite: what Nigeria watches most comes first. */
const CATEGORY_WEIGHTS: Readonly<Record<string, number>> = {
  'english-premier-league': 32,
  'uefa-champions-league': 20,
  'fifa-world-cup': 12,
  'african-cup-of-nations': 12,
  'la-liga': 9,
  'serie-a': 5,
  bundesliga: 5,
  'ligue-1': 5,
};
/** A category that is not listed counts as much as the least of those that are. */
const OTHER_CATEGORY_WEIGHT = 5;

/** Half of the rounds are of the favourite; all categories stand on one screen, a tap apart. */
const FAVOURITE_SHARE = 0.5;

/** Of 100 rounds so many are of this level: a harder one costs more and is won less often. */
const LEVEL_WEIGHTS: Readonly<Record<Level, number>> = { easy: 50, medium: 30, hard: 20 };

/** Accounts made on the first day, asked easy questions whatever they pick: half of a young game. */
const NEW_PLAYERS_SHARE = 0.5;
/** How old the other accounts are: old enough to be asked what they pick. */
const OLD_ACCOUNT_DAYS = 365;

export type Pool = { category: string; level: Level; questions: ReadonlyMap<string, BankQuestion> };

/** A made-up player with a favourite and an age: gives what he is dealt from on a day, round by round. */
export function aPlayer(pools: readonly Pool[], next: () => number): (day: number) => Pool {
  const favourite = drawWeighted(pools, ({ category }) => weightOf(category), next).category;
  const createdAt = next() < NEW_PLAYERS_SHARE ? 0 : -OLD_ACCOUNT_DAYS * DAY_MS;
  return (day) => {
    const wantsFavourite = next() < FAVOURITE_SHARE;
    const picked = drawWeighted(LEVELS, (level) => LEVEL_WEIGHTS[level], next);
    const asked = questionLevel(picked, createdAt, day * DAY_MS);
    const open = pools.filter(({ level }) => level === asked);
    const liked = open.filter(({ category }) => (category === favourite) === wantsFavourite);
    const among = liked.length > 0 ? liked : open;
    return drawWeighted(among, ({ category }) => weightOf(category), next);
  };
}

function weightOf(category: string): number {
  return CATEGORY_WEIGHTS[category] ?? OTHER_CATEGORY_WEIGHT;
}

/** One of the items, each as likely as its weight says. */
function drawWeighted<Item>(
  items: readonly Item[],
  weigh: (item: Item) => number,
  next: () => number,
): Item {
  let left = next() * items.reduce((sum, item) => sum + weigh(item), 0);
  const drawn = items.find((item) => {
    left -= weigh(item);
    return left < 0;
  });
  if (drawn === undefined) throw new Error('there is nothing to draw from');
  return drawn;
}
