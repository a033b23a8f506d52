import { LEVELS, type Level, QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import type { BankQuestion } from '../reader/bank.ts';
import { deal } from '../reader/deal.ts';
import { seededNumbers } from '../reader/seeded-numbers.ts';
import { add, type Findings, findingsOf, noFindings } from './findings.ts';
import type { Pool } from './player.ts';
import { aPlayer } from './player.ts';

/** Players of each worst case. All must fare alike: what differs between them is the seed. */
const WORST_CASE_PLAYERS = 20;

type Options = { players: number; days: number; roundsPerDay: number; seed: number };

/** All rounds of one category at one level. */
export type WorstCase = Findings & {
  category: string;
  level: Level;
  stock: number;
  /** Rounds that the stock fills without a repeat, and the days that these last. */
  stockRounds: number;
  stockDays: number;
  /** Rounds before the first repeat, of the player who met one soonest; `null` if nobody did. */
  beforeRepeat: number | null;
};

export type Simulation = Options & {
  asPlayersChoose: Findings & {
    /** The rounds of each category. */
    categories: Map<string, Findings>;
    playersWithRepeat: number;
    /** Rounds before the first repeat; a player without one counts with all rounds played. */
    beforeRepeat: { least: number; firstPercentile: number; median: number };
  };
  worstCases: WorstCase[];
};

/**
 * Deals rounds to made-up players by the server's own `deal` and finds how many pass before a
 * question comes again: once as players choose categories and levels, once for each
 * category and level alone. The same questions and options give the same figures.
 * Throws when the questions of a category and level do not fill a round.
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

/** What a round is dealt from, and where what is found in it counts. */
type Play = { pool: Pool; findings: readonly Findings[] };

/** Plays one player's rounds; gives how many passed before the first repeat, `null` for none. */
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
