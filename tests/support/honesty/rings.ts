import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { groupRelated, type SharedMark } from '../../../server/prizes/rings.ts';
import { nairaToKobo } from '../../../src/rules/money.ts';
import { DEFAULT_PRIZES, prizeRows } from '../../../src/rules/prizes.ts';
import { tierPartNaira } from '../../../src/rules/tier-parts.ts';
import {
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TICKET_NAIRA,
  rushTier,
} from '../../../src/rules/tournament.ts';
import { knows, type Person, person } from './people.ts';
import { CATEGORIES, type Chance, questionOf } from './stock.ts';

/** Accounts of a ring, which one person plays. */
const RING = 10;
/** Honest players have mobile data: a carrier gives them one of a few addresses, and later another. */
const CARRIER_ADDRESSES = 6;

/** The devices and addresses that a ring's accounts share. */
export const RINGS = {
  'one phone, payer and address': () => ({ device: 'r', payer: 'r', address: 'r' }),
  'phones and payers of their own, one address': () => ({ address: 'r' }),
  'nothing in common': () => ({}),
} as const;

/** Whether the account of a ring with this number buys another ticket, given its points of the day. */
type Plan = (points: number, account: number) => boolean;

export const PLANS: Record<string, Plan | null> = {
  'play as others do': null,
  'climb into Tier 3': (points) => points < 1000,
  'climb into Tier 2': (points) => points < 500,
  // Another run would lift it over the edge as often as not.
  'stop high in Tier 1': (points) => points < 390,
  'five stop high in Tier 1, five fill it up': (points, account) => account < 5 && points < 390,
};

type Account = { playerId: number; points: number; tickets: number };

/**
 * A ring's mean day in naira: its tickets, its prizes paid automatically, those held for a person,
 * and both sums if each tier paid its fixed prizes to all its winners.
 */
export type RingDay = { cost: number; paid: number; held: number; fixed: number };

/** A ring, its way of playing, and the number of honest players. */
export type RingAsk = {
  ring: keyof typeof RINGS;
  plan: string;
  honest: number;
  /** The person who plays its accounts: by default anybody. */
  by?: (next: Chance) => Person;
};

/** The mean of a ring's days among this many honest players. */
export function ringDays(
  { ring, plan, honest, by = person }: RingAsk,
  days: number,
  seed: number,
): RingDay {
  const next = seededNumbers(seed);
  const all = Array.from({ length: days }, () =>
    ringDay({ common: RINGS[ring](), goesOn: PLANS[plan] ?? null, honest, owner: by(next) }, next),
  );
  const mean = (of: keyof RingDay) => all.reduce((sum, day) => sum + day[of], 0) / days;
  return { cost: mean('cost'), paid: mean('paid'), held: mean('held'), fixed: mean('fixed') };
}

type Day = {
  common: Partial<Record<SharedMark['what'], string>>;
  goesOn: Plan | null;
  honest: number;
  owner: Person;
};

function ringDay({ common, goesOn, honest, owner }: Day, next: Chance): RingDay {
  const accounts: Account[] = [];
  const signs: SharedMark[] = [];
  for (let playerId = 0; playerId < RING + honest; playerId += 1) {
    const isRing = playerId < RING;
    accounts.push(play(playerId, isRing ? owner : person(next), isRing ? goesOn : null, next));
    if (isRing) {
      for (const [what, mark] of Object.entries(common)) {
        signs.push({ playerId, what: what as SharedMark['what'], mark });
      }
    } else {
      for (let address = 0; address < 2; address += 1) {
        const mark = `carrier ${Math.floor(next() * CARRIER_ADDRESSES)}`;
        signs.push({ playerId, what: 'address', mark });
      }
    }
  }
  return { ...settle(accounts, groupRelated(signs)), cost: costOf(accounts.slice(0, RING)) };
}

const costOf = (accounts: readonly Account[]) =>
  accounts.reduce((sum, { tickets }) => sum + tickets * RUSH_TICKET_NAIRA, 0);

/** A day of an account: one ticket after the other, half of the honest stop after each. */
function play(playerId: number, who: Person, goesOn: Plan | null, next: Chance): Account {
  const account = { playerId, points: 0, tickets: 0 };
  do {
    account.tickets += 1;
    account.points += runPoints(who, next);
  } while (goesOn ? goesOn(account.points, playerId) : next() < 0.5);
  return account;
}

/** A run: an unknown question is skipped once, guessed out of two once, then guessed out of four. */
function runPoints(who: Person, next: Chance): number {
  let [right, skips, halves] = [0, 1, 1];
  for (let number = 0; number < RUSH_QUESTIONS; number += 1) {
    const level = number < 5 ? 'easy' : number < 10 ? 'medium' : 'hard';
    const category = Math.floor(next() * CATEGORIES);
    if (next() < knows(who, category, questionOf(level, next))) right += 1;
    else if (skips > 0 && number < RUSH_QUESTIONS - 1) skips -= 1;
    else {
      const chance = halves > 0 ? 0.5 : 0.25;
      halves = 0;
      if (next() >= chance) break;
      right += 1;
    }
  }
  return RUSH_POINTS_PER_LEVEL * (right + Number(right > 0));
}

/** The ring's prizes, by the game's own rules and table. */
function settle(accounts: readonly Account[], kinOf: (playerId: number) => number) {
  const won = { paid: 0, held: 0, fixed: 0 };
  const paidKin = new Set<number>();
  for (const row of prizeRows(DEFAULT_PRIZES, 'all', 'rush')) {
    const inTier = accounts.filter(({ points }) => rushTier(points) === row.tier);
    const listed = inTier.filter(({ points }) => points > 0);
    if (row.naira === 'bands' || listed.length < row.minPlayers) continue;
    const groups = [...Map.groupBy(inTier, ({ playerId }) => kinOf(playerId)).values()].map(
      (group) => group.map((one) => nairaToKobo(costOf([one]))),
    );
    const part = tierPartNaira({ ...row, naira: row.naira }, groups);
    const places = listed
      .filter(({ points }) => points >= row.minPoints)
      .toSorted((one, other) => other.points - one.points)
      .slice(0, row.places);
    for (const { playerId } of places) {
      const isHeld = paidKin.has(kinOf(playerId));
      if (part > 0) paidKin.add(kinOf(playerId));
      if (playerId >= RING) continue;
      won[isHeld ? 'held' : 'paid'] += part;
      won.fixed += row.naira;
    }
  }
  return won;
}
