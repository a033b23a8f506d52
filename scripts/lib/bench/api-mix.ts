/**
 * What the app calls in a hundred visits of an evening: a visit opens the dashboard, plays three rounds,
 * looks at a board and comes back; one in twelve buys, one in twelve signs in.
 */
export const CALLS_OF_100_VISITS = {
  // Five who have played before, three who have not.
  'look-up': 8,
  account: 3,
  // Both plans are asked about on each dashboard (at the opening, after three rounds, after the board)
  // and on each board; once more by who signs in.
  'weekly plan': 608,
  'daily plan': 600,
  // The dashboard at the opening and after each round: a round is longer than 30 s, for which they are fresh.
  categories: 400,
  plays: 400,
  'own points': 400,
  // A round.
  questions: 300,
  'category played': 300,
  result: 300,
  // An account of its first 30 days sees the tournament's day, in two reads; others the week, some more.
  'week board': 70,
  'last week board': 15,
  'month board': 15,
  'day board': 60,
  // Prices, in a sheet of coins and in what tells of prizes: once an hour.
  offer: 20,
  'card expected': 8,
  'card verified': 8,
  'airtime plan': 4,
} as const;

export type Kind = keyof typeof CALLS_OF_100_VISITS;

export const KINDS = Object.keys(CALLS_OF_100_VISITS) as Kind[];

const ALL = Object.values(CALLS_OF_100_VISITS).reduce<number>((sum, one) => sum + one, 0);

/** How many calls one visit makes. */
export const CALLS_OF_A_VISIT = ALL / 100;

/** How many of so many calls are of a kind. */
export function shareOf(kind: Kind, calls: number): number {
  return Math.ceil((calls * CALLS_OF_100_VISITS[kind]) / ALL);
}

/** The calls of a hundred visits, one after the other. */
export function callsOf100Visits(): Kind[] {
  return KINDS.flatMap((kind) => Array<Kind>(CALLS_OF_100_VISITS[kind]).fill(kind));
}
