import { DAY_MS } from '../../src/rules/calendar.ts';
import { LEVELS, type Level, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { questionLevel } from '../../src/rules/plays.ts';
import { isAboutNigeria } from '../generator/about-nigeria.ts';
import type { BankQuestion } from '../reader/bank.ts';
import { AFRICAN_SHARE, deal } from '../reader/deal.ts';
import { seededNumbers } from '../reader/seeded-numbers.ts';

/**
 * The number of players in each worst case. Their results must be alike, because only the seed
 * differs between them.
 */
const WORST_CASE_PLAYERS = 20;

type Options = { players: number; days: number; roundsPerDay: number; seed: number };

/** The case of a player whose rounds are all of one category and level. */
type WorstCase = Findings & {
  category: string;
  level: Level;
  stock: number;
  /** Rounds that the stock fills without a repeat, and the days that they last. */
  stockRounds: number;
  stockDays: number;
  /**
   * Rounds before the first repeat, for the player who met a repeat soonest. `null` if no player
   * met a repeat.
   */
  beforeRepeat: number | null;
};

export type Simulation = Options & {
  asPlayersChoose: Findings & {
    /** The findings of each category's rounds. */
    categories: Map<string, Findings>;
    playersWithRepeat: number;
    /** Rounds before the first repeat. A player without a repeat counts with all rounds played. */
    beforeRepeat: { least: number; firstPercentile: number; median: number };
  };
  worstCases: WorstCase[];
};

/**
 * Deals rounds to made-up players by the server's own `deal`, and counts the rounds before a
 * question is repeated. In one run the players choose categories and levels. In each other run they
 * play a single category and level. The same questions and options give the same figures. Throws
 * when the questions of a category and level do not fill a round.
 */
export function simulate(questions: readonly BankQuestion[], options: Options): Simulation {
  const next = seededNumbers(options.seed);
  const pools = poolsOf(questions);
  return {
    ...options,
    asPlayersChoose: playAsChosen(pools, options, next),
    worstCases: pools.map((pool) => playOneAlone(pool, options, next)),
  };
}

function poolsOf(questions: readonly BankQuestion[]): Pool[] {
  return [...Map.groupBy(questions, ({ category }) => category)].flatMap(([category, all]) =>
    LEVELS.map((level) => {
      const ones = all.filter((question) => question.level === level);
      if (ones.length < QUESTIONS_PER_ROUND) {
        throw new Error(`${ones.length} ${level} questions of ${category} do not fill a round`);
      }
      return { category, level, questions: new Map(ones.map((one) => [one.id, one])) };
    }),
  );
}

function playAsChosen(
  pools: readonly Pool[],
  { players, days, roundsPerDay }: Options,
  next: () => number,
): Simulation['asPlayersChoose'] {
  const all = noFindings();
  const categories = new Map(pools.map(({ category }) => [category, noFindings()] as const));
  const rounds = days * roundsPerDay;
  const firstRepeats = Array.from({ length: players }, () => {
    const choose = aPlayer(pools, next);
    return playRounds(rounds, next, (round) => {
      const pool = choose(Math.floor(round / roundsPerDay));
      return { pool, findings: [all, categories.get(pool.category) ?? all] };
    });
  });
  const sorted = firstRepeats.map((before) => before ?? rounds).toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)] ?? rounds;
  return {
    ...all,
    categories,
    playersWithRepeat: firstRepeats.filter((before) => before !== null).length,
    beforeRepeat: { least: at(0), firstPercentile: at(0.01), median: at(0.5) },
  };
}

function playOneAlone(pool: Pool, options: Options, next: () => number): WorstCase {
  const findings = noFindings();
  const firstRepeats = Array.from({ length: WORST_CASE_PLAYERS }, () =>
    playRounds(options.days * options.roundsPerDay, next, () => ({ pool, findings: [findings] })),
  ).filter((before) => before !== null);
  const stock = pool.questions.size;
  const stockRounds = Math.floor(stock / QUESTIONS_PER_ROUND);
  return {
    category: pool.category,
    level: pool.level,
    stock,
    stockRounds,
    stockDays: stockRounds / options.roundsPerDay,
    beforeRepeat: firstRepeats.length > 0 ? Math.min(...firstRepeats) : null,
    ...findings,
  };
}

/** The pool of a round, and the findings to which the round is added. */
type Play = { pool: Pool; findings: readonly Findings[] };

/**
 * Plays one player's rounds. Returns the number of rounds before a question was repeated, or `null`
 * if no question was repeated.
 */
function playRounds(
  rounds: number,
  next: () => number,
  choose: (round: number) => Play,
): number | null {
  const pools = new Map<Pool, Map<string, number>>();
  let beforeRepeat: number | null = null;
  for (let round = 0; round < rounds; round += 1) {
    const { pool, findings } = choose(round);
    const seen = pools.get(pool) ?? new Map<string, number>();
    pools.set(pool, seen);
    const dealt = dealFrom(pool, seen, next);
    const found = findingsOf(dealt, pool, seen);
    for (const one of findings) add(one, found);
    if (found.repeats > 0) beforeRepeat ??= round;
    for (const { id } of dealt) seen.set(id, round);
  }
  return beforeRepeat;
}

/** A round's questions as the bank holds them, in the order of the deal. */
function dealFrom(
  { questions }: Pool,
  seen: ReadonlyMap<string, number>,
  next: () => number,
): BankQuestion[] {
  const seed = Math.floor(next() * 2 ** 32);
  const dealt = deal([...questions.values()], seen, QUESTIONS_PER_ROUND, seed);
  return dealt.flatMap(({ id }) => questions.get(id) ?? []);
}

/** The findings of all rounds that were dealt. */
export type Findings = {
  rounds: number;
  questions: number;
  /** Questions that the player had had before. */
  repeats: number;
  /**
   * Repeats while other questions of the category and level had never been dealt. This must be 0.
   */
  earlyRepeats: number;
  /** Questions about Africa. */
  aboutAfrica: number;
  /**
   * Rounds with less than a quarter about Africa, though enough questions about Africa were new to
   * the player.
   */
  roundsShortOfAfrica: number;
  /** Rounds with a picture or a question about Nigeria. */
  roundsDrawnOrNigerian: number;
  /** Rounds with two neighbours of one template. */
  roundsSideBySide: number;
  /** Rounds with more than two questions of one template. */
  roundsOfATemplate: number;
  /** Rounds with two questions of one subject. */
  roundsOneSubject: number;
};

const noFindings = (): Findings => ({
  rounds: 0,
  questions: 0,
  repeats: 0,
  earlyRepeats: 0,
  aboutAfrica: 0,
  roundsShortOfAfrica: 0,
  roundsDrawnOrNigerian: 0,
  roundsSideBySide: 0,
  roundsOfATemplate: 0,
  roundsOneSubject: 0,
});

/** Adds the findings of some rounds to those of others. */
function add(found: Findings, more: Findings): void {
  for (const name of Object.keys(found) as (keyof Findings)[]) found[name] += more[name];
}

/**
 * The findings of one round that was dealt. `seen` are the pool's questions that the player had
 * before.
 */
function findingsOf(
  dealt: readonly BankQuestion[],
  { questions }: Pool,
  seen: ReadonlyMap<string, number>,
): Findings {
  const isNew = ({ id }: BankQuestion): boolean => !seen.has(id);
  const newOnes = dealt.filter(isNew).length;
  const repeats = dealt.length - newOnes;
  const aboutAfrica = dealt.filter(isAboutAfrica).length;
  const newAboutAfrica = [...questions.values()].filter((one) => isAboutAfrica(one) && isNew(one));
  const quarter = Math.ceil(dealt.length * AFRICAN_SHARE);
  const templates = Map.groupBy(dealt, ({ template }) => template);
  const subjects = dealt.flatMap(({ subject }) => subject ?? []);
  return {
    rounds: 1,
    questions: dealt.length,
    repeats,
    earlyRepeats: seen.size + newOnes < questions.size ? repeats : 0,
    aboutAfrica,
    roundsShortOfAfrica: Number(aboutAfrica < Math.min(quarter, newAboutAfrica.length)),
    roundsDrawnOrNigerian: Number(dealt.some((one) => one.picture || isAboutNigeria(one))),
    roundsSideBySide: Number(dealt.some((one, at) => one.template === dealt[at - 1]?.template)),
    roundsOfATemplate: Number([...templates.values()].some(({ length }) => length > 2)),
    roundsOneSubject: Number(new Set(subjects).size < subjects.length),
  };
}

const isAboutAfrica = (question: BankQuestion): boolean => question.isAboutAfrica === true;

// The choices of players are assumed, as there are no players yet to learn them from.

/**
 * The number of players among 100 who have each category as their favourite. The categories that
 * Nigeria watches most come first.
 */
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
/** A category that is not listed weighs as much as the lightest listed one. */
const OTHER_CATEGORY_WEIGHT = 5;

/**
 * The part of the rounds that are of the favourite category. The others are only a tap away, as all
 * categories are on one screen.
 */
const FAVOURITE_SHARE = 0.5;

/**
 * The number of rounds among 100 that are of each level. Harder rounds are rarer, because they cost
 * more and are won less often.
 */
const LEVEL_WEIGHTS: Readonly<Record<Level, number>> = { easy: 50, medium: 30, hard: 20 };

/**
 * The part of the players whose account is made on the first day. Half of a young game's players
 * are new, and new players get easy questions whatever they pick.
 */
const NEW_PLAYERS_SHARE = 0.5;
/** The age of the other accounts, which is enough to get the level that they pick. */
const OLD_ACCOUNT_DAYS = 365;

type Pool = { category: string; level: Level; questions: ReadonlyMap<string, BankQuestion> };

/**
 * A made-up player with a favourite category and an account's age. The function that it returns
 * gives the pool of his next round on a day.
 */
function aPlayer(pools: readonly Pool[], next: () => number): (day: number) => Pool {
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

/** Draws one of the items. The probability of an item is in proportion to its weight. */
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
