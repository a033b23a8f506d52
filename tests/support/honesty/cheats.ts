import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import type { ClaimPart } from '../../../server/database/tables.ts';
import { claimOf, covers, earnedByRounds, judgeProof } from '../../../server/proof/claim.ts';
import type { Level } from '../../../src/rules/levels.ts';
import { DEFAULT_PRICES, SUBSCRIPTION_COINS } from '../../../src/rules/money.ts';
import { DEFAULT_PRIZES, prizeNaira, prizeRows } from '../../../src/rules/prizes.ts';
import { PROOF_LASTS } from '../../../src/rules/proof-round.ts';
import { rushTier } from '../../../src/rules/tournament.ts';
import { type Person, person } from './people.ts';
import { playProof } from './proofs.ts';
import { rushDay } from './runs.ts';
import type { Chance } from './stock.ts';
import { type Asked, Career } from './weeks.ts';

/** A way to cheat with one account, week after week or day after day. */
type Strategy = {
  name: string;
  account: (next: Chance) => Iterator<Prize>;
  /** A script with the reserve's answers gives them in the proof round too. */
  provesBy?: 'script';
};

/** A prize, its claim, and its cost. */
type Prize = { who: Person; claim: ClaimPart[]; naira: number; spent: number };

/** The results of a strategy: shares of accounts and prizes, and naira. */
type Fared = { name: string; caught: number; asked: number; paidPerNaira: number };

const PRIZES_EACH = 6;
const COINS_PER_NAIRA = 7.5;

/** Most cheats know less than honest winners. */
function ordinary(next: Chance): Person {
  const who = person(next);
  return { ...who, skill: Math.min(0.5, who.skill), strays: 0 };
}

type Week = {
  level?: Level;
  /** Share of rounds at this level; the others are easy and played by hand. */
  share?: number;
  /** The chance that an answer is right; `null` for answers by hand. */
  right: ((asked: Asked) => number) | null;
  roundsADay?: number;
};

/** An account that plays weeks of rounds; those before the first prize win nothing. */
function* weeks(next: Chance, weekOf: (prize: number) => Week, before = 0): Iterator<Prize> {
  const career = new Career(ordinary(next), next);
  const [table] = prizeRows(DEFAULT_PRIZES, 'all', 'weekly');
  for (let prize = -before; ; prize += 1) {
    const { level = 'hard', share = 1, right, roundsADay = 10 } = weekOf(prize);
    const isScripted = (at: Level) => right !== null && (share === 1 || at === level);
    const { rounds, points, coins } = career.week({
      roundsADay,
      levelOf: () => (next() < share ? level : 'easy'),
      isRight: (asked) => (isScripted(asked.level) && right ? next() < right(asked) : null),
    });
    const { weekly } = DEFAULT_PRICES.plans.airtime;
    const spent = weekly + Math.max(0, coins - SUBSCRIPTION_COINS) / COINS_PER_NAIRA;
    const claim = claimOf(earnedByRounds(rounds, career.rounds));
    const naira = table && prize >= 0 ? prizeNaira(table, 1, points) : 0;
    yield { who: career.who, claim, naira, spent };
  }
}

/** An account that plays this many runs a day, and is first in its tier. */
function* days(next: Chance, runs: number, right: number): Iterator<Prize> {
  const who = ordinary(next);
  for (;;) {
    const { points, earned } = rushDay(who, runs, next, () => next() < right);
    const [row] = prizeRows(DEFAULT_PRIZES, 'all', 'rush', rushTier(points));
    const naira = row ? prizeNaira(row, 1, points) : 0;
    yield { who, claim: claimOf(earned), naira, spent: runs * DEFAULT_PRICES.rushTicket };
  }
}

const always = (right: number) => () => right;

const STRATEGIES: readonly Strategy[] = [
  { name: 'no script: hard, by hand', account: (next) => weeks(next, () => ({ right: null })) },
  { name: 'hard, all right', account: (next) => weeks(next, () => ({ right: always(1) })) },
  { name: 'hard, 90 % right', account: (next) => weeks(next, () => ({ right: always(0.9) })) },
  {
    name: 'hard, 86 % right, beside more easy rounds by hand',
    account: (next) => weeks(next, () => ({ right: always(0.86), share: 0.45, roundsADay: 20 })),
  },
  { name: 'hard, 75 % right', account: (next) => weeks(next, () => ({ right: always(0.75) })) },
  {
    name: 'hard, every second question that they do not know',
    account: (next) =>
      weeks(next, () => ({ right: ({ isKnown }) => (isKnown || next() < 0.5 ? 0.98 : 0) })),
  },
  {
    name: 'hard, 90 % right, and as many rounds all wrong',
    account: (next) => {
      let answers = 0;
      const right = () => (Math.floor(answers++ / 10) % 2 === 0 ? 0.9 : 0);
      return weeks(next, () => ({ right }));
    },
  },
  {
    name: 'medium, 90 % right',
    account: (next) => weeks(next, () => ({ level: 'medium', right: always(0.9) })),
  },
  {
    name: 'easy, all right, day and night',
    account: (next) => weeks(next, () => ({ level: 'easy', right: always(1), roundsADay: 50 })),
  },
  {
    name: 'easy by hand for the first prize, then hard, 90 % right',
    account: (next) =>
      weeks(next, (prize) =>
        prize === 0 ? { level: 'easy', right: null } : { right: always(0.9) },
      ),
  },
  {
    name: 'hard by hand for the first prize, then 90 % right',
    account: (next) => weeks(next, (prize) => ({ right: prize === 0 ? null : always(0.9) })),
  },
  {
    name: 'three weeks at hard by hand, then 86 % right',
    account: (next) => weeks(next, (prize) => ({ right: prize < 0 ? null : always(0.86) }), 3),
  },
  {
    name: 'hard, new questions by hand, and all right that come again',
    account: (next) =>
      weeks(next, () => ({
        roundsADay: 40,
        right: ({ isKnown, isNew }) => (isNew ? (isKnown ? 0.98 : 0.25) : 1),
      })),
  },
  { name: 'Rush, five perfect runs a day, no ranked play', account: (next) => days(next, 5, 1) },
  { name: 'Rush, ten runs a day, 93 % right', account: (next) => days(next, 10, 0.93) },
  {
    name: 'Rush, five perfect runs, and the bank for the proof round, too',
    account: (next) => days(next, 5, 1),
    provesBy: 'script',
  },
];

/** The results of each strategy with this many accounts. */
export function cheatsFared(accounts: number, seed: number): Fared[] {
  const next = seededNumbers(seed);
  return STRATEGIES.map((strategy) => {
    const sums = { caught: 0, asked: 0, prizes: 0, paid: 0, spent: 0 };
    for (let account = 0; account < accounts; account += 1) play(strategy, next, sums);
    const { caught, asked, prizes, paid, spent } = sums;
    const name = strategy.name;
    return { name, caught: caught / accounts, asked: asked / prizes, paidPerNaira: paid / spent };
  });
}

type Sums = Record<'caught' | 'asked' | 'prizes' | 'paid' | 'spent', number>;

/** Plays an account until it is caught, or has been paid the simulated number of times. */
function play({ account, provesBy }: Strategy, next: Chance, sums: Sums): void {
  const proofs: { claim: ClaimPart[]; prize: number }[] = [];
  const playing = account(next);
  let prizes = 0;
  while (prizes < PRIZES_EACH) {
    const { value, done } = playing.next();
    if (done) return;
    const { who, claim, naira, spent } = value;
    sums.spent += spent;
    if (naira === 0) continue;
    prizes += 1;
    sums.prizes += 1;
    const last = proofs.at(-1)?.prize ?? Number.NEGATIVE_INFINITY;
    const isDue = prizes - last >= PROOF_LASTS.prizes;
    if (isDue || !proofs.some((proof) => covers(proof.claim, claim))) {
      sums.asked += 1;
      const rows =
        provesBy === 'script'
          ? claim.flatMap(({ questions }) =>
              Array.from({ length: questions }, () => {
                return { choice: null, ms: 3000, end: 'right' as const };
              }),
            )
          : playProof(who, claim, next);
      if (!judgeProof(claim, { rows }).isLikely) {
        sums.caught += 1;
        return;
      }
      proofs.push({ claim, prize: prizes });
    }
    sums.paid += naira;
  }
}
