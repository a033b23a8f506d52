import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import {
  getLastWeekBoard,
  getMonthlyBoard,
  getRushBoard,
  getUserPoints,
  getWeeklyBoard,
} from '../../../src/contract/boards.ts';
import { getCategories } from '../../../src/contract/categories.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import { putCategoryPlay } from '../../../src/contract/endpoints/category-plays.ts';
import { getCardVerify } from '../../../src/contract/endpoints/payments.ts';
import { getDailyPlays } from '../../../src/contract/endpoints/rounds.ts';
import { getDailyVerify, getSubscribe } from '../../../src/contract/endpoints/subscriptions.ts';
import { getUser } from '../../../src/contract/endpoints/users.ts';
import { getConfig } from '../../../src/contract/misc.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import type { TranscriptRow } from '../../../src/rules/round.ts';
import type { Api, Call, Reply } from '../player/call.ts';
import {
  bearer,
  cardChoiceCall,
  chargeOf,
  expectedCall,
  newReference,
  type OpenRound,
  planCall,
  questionsCall,
  readRound,
  resultCall,
  signUpCall,
} from '../player/player.ts';

/** The price of the dearest round. */
const ANY_LEVEL_COINS = 300;
/** A player thinks: nobody has played a round sooner. */
const ROUND_MS = 15_000;

/** Players who come, play, look and buy: each kind of call finds its player, as the app does. */
export class Evening {
  /** The server counted these results and points in its answers. */
  readonly counted = { results: 0, points: 0 };
  readonly arrivals: Arrivals;
  readonly #crowd: Crowd;
  readonly #api: Api;

  constructor(api: Api, next: () => number) {
    this.#api = api;
    this.#crowd = new Crowd(next);
    this.arrivals = new Arrivals(this.#crowd);
  }

  /** How many signed in, may begin a round, have one open, have to buy. */
  get crowd(): string {
    const { signedIn, ready, playing, broke } = this.#crowd;
    return [signedIn, ready, playing, broke].map(({ length }) => length).join('/');
  }

  /** The next call of a kind; `null` where nobody is there to make it yet. */
  move(kind: Kind): Move | null {
    switch (kind) {
      case 'look-up':
        return this.arrivals.lookUp();
      case 'account':
        return this.arrivals.signUp();
      case 'weekly plan':
        return checkPlan(this.#crowd);
      case 'daily plan':
        return this.#checkDailyPlan();
      case 'categories':
        return this.#read(getCategories, { query: { page: '1', size: '100' } });
      case 'plays':
        return this.#read(getDailyPlays);
      case 'own points':
        return this.#read(getUserPoints);
      case 'questions':
        return this.#openRound();
      case 'category played':
        return this.#read(putCategoryPlay, {
          params: { categoryId: this.#category() },
          key: randomUUID(),
        });
      case 'result':
        return this.#deliver();
      case 'week board':
        return this.#read(getWeeklyBoard);
      case 'last week board':
        return this.#read(getLastWeekBoard);
      case 'month board':
        return this.#read(getMonthlyBoard);
      case 'day board':
        return this.#read(getRushBoard, { query: { tier: '1' } });
      case 'offer':
        return { call: { endpoint: getConfig, headers: this.#crowd.from() } };
      case 'card expected':
        return expectCard(this.#crowd, this.#api);
      case 'card verified':
        return verifyCard(this.#crowd);
      case 'airtime plan':
        return subscribe(this.#crowd);
    }
  }

  #read(endpoint: Endpoint, how: Partial<Call> = {}): Move | null {
    const player = this.#crowd.anybody();
    return player && { call: { ...by(player), endpoint, ...how } };
  }

  #checkDailyPlan(): Move | null {
    const player = this.#crowd.anybody();
    if (player === null) return null;
    const params = { phone: player.phone };
    return {
      call: { ...by(player), endpoint: getDailyVerify, params, key: randomUUID() },
      // Nobody here has bought the plan of a day.
      isExpectedNo: ({ code }) => code === 'subscription/none',
    };
  }

  #openRound(): Move | null {
    const player = this.#crowd.ready.shift();
    if (player === undefined) return null;
    const asking = questionsCall(this.#levelFor(player), this.#category());
    return {
      call: { ...by(player), ...asking, query: { ...asking.query, pictures: '1' } },
      heard: (body) => {
        const round = readRound({ body });
        this.#crowd.playing.push({ player, round, at: performance.now() });
      },
    };
  }

  #deliver(): Move | null {
    const [first] = this.#crowd.playing;
    if (!first || performance.now() - first.at < ROUND_MS) return null;
    this.#crowd.playing.shift();
    const { player, round } = first;
    return {
      call: { ...by(player), ...resultCall(round, playedWell(round, this.#crowd.next)) },
      heard: ({ data }) => {
        this.counted.results += 1;
        this.counted.points += data.awarded?.points ?? 0;
        this.#crowd.back(player, data.user?.pointBalance);
      },
    };
  }

  #levelFor({ coins }: Player) {
    const level = coins >= ANY_LEVEL_COINS && this.#crowd.oneOf(LEVELS);
    return level || 'easy';
  }

  #category(): string {
    return this.#crowd.oneOf(CATEGORIES) ?? '';
  }
}

/** The cheapest round costs so much at most: a player with less buys. */
const EASY_COINS = 200;

type Player = { id: string; phone: string; token: string; coins: number };
type Paying = { player: Player; reference: string };
type Playing = { player: Player; round: OpenRound; at: number };

/** The fields of replies that the generator reads. */
type Yes = Reply['body'] & {
  data: {
    id?: string;
    pointBalance?: number;
    user?: { pointBalance?: number };
    totalKobo?: number;
    awarded?: { points: number; coins: number };
  };
  meta?: { token?: string };
};

/** A call to make, the changes that a yes brings, and the 'no' that would be right, too. */
export type Move = {
  call: Call;
  heard?: (body: Yes) => void;
  isExpectedNo?: (body: Yes) => boolean;
};

/** Whether an answer is the one that was to come. */
export function isRight({ isExpectedNo }: Move, { status, body }: Reply): boolean {
  const said = body as Yes;
  return status === 200 && (said.status === true || isExpectedNo?.(said) === true);
}

/** The players, in lists by what they can do next; the first in a list does it first. */
class Crowd {
  readonly signedIn: Player[] = [];
  readonly unchecked: Player[] = [];
  readonly ready: Player[] = [];
  readonly playing: Playing[] = [];
  readonly broke: Player[] = [];
  readonly paid: Paying[] = [];
  readonly lapsed: Player[] = [];
  readonly newcomers: string[] = [];
  readonly next: () => number;

  constructor(next: () => number) {
    this.next = next;
  }

  anybody(): Player | null {
    return this.oneOf(this.signedIn) ?? null;
  }

  oneOf<Item>(items: readonly Item[]): Item | undefined {
    return items[Math.floor(this.next() * items.length)];
  }

  /** Signs a player in by a reply. */
  signIn(phone: string, { data, meta }: Yes): Player {
    const player = { id: data.id ?? '', phone, token: meta?.token ?? '', coins: 0 };
    this.signedIn.push(player);
    return player;
  }

  /** Puts the player at the end of the list of those who may begin a round, or who have to buy. */
  back(player: Player, coins = 0): void {
    player.coins = coins;
    (coins >= EASY_COINS ? this.ready : this.broke).push(player);
  }

  /** The address of a caller who has not signed in. */
  from() {
    return addressOf(`${Math.floor(this.next() * 1_000_000)}`);
  }
}

/** The credential and the address of a player's calls. */
function by({ id, token }: Player) {
  return { credential: bearer(token), headers: addressOf(id) };
}

/** The phone's address behind the proxy: some hundred phones of a mobile network share one. */
function addressOf(id: string) {
  const one = Number(id) % 2_000;
  return { 'x-forwarded-for': `102.89.${one >> 8}.${one & 255}` };
}

/**
 * The app's calls in a hundred visits of an evening: a visit opens the dashboard, plays three rounds,
 * looks at a board and comes back; one in twelve buys, one in twelve signs in.
 */
const CALLS_OF_100_VISITS = {
  // Five who have played before, three who have not.
  'look-up': 8,
  account: 3,
  // The app asks about both plans on each dashboard (at the opening, after three rounds, after the
  // board) and on each board, and once more at a sign-in.
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
  // Prices, in a sheet of coins and in pages about prizes: once an hour.
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

const PACK = 'coins-500';

/** A player with too few coins, else anybody, buys a pack by card. */
function expectCard(crowd: Crowd, api: Api): Move | null {
  const player = crowd.broke.shift() ?? crowd.anybody();
  if (player === null) return null;
  const reference = newReference();
  return {
    call: { ...by(player), ...expectedCall(PACK, reference) },
    heard: ({ data }) => void pay(crowd, api, { player, reference }, data.totalKobo ?? 0),
  };
}

async function pay(crowd: Crowd, api: Api, paying: Paying, amount: number): Promise<void> {
  const call = cardChoiceCall(paying.reference, chargeOf(paying.player.id, amount));
  await api({ ...call, headers: crowd.from() }).then(
    () => crowd.paid.push(paying),
    () => {},
  );
}

function verifyCard(crowd: Crowd): Move | null {
  const paying = crowd.paid.shift();
  if (paying === undefined) return null;
  const { player, reference } = paying;
  const isBack = player.coins < EASY_COINS;
  return {
    call: { ...by(player), endpoint: getCardVerify, params: { reference } },
    heard: ({ data }) => isBack && crowd.back(player, data.user?.pointBalance),
  };
}

/** A player without a plan buys one by airtime. */
function subscribe(crowd: Crowd): Move | null {
  const player = crowd.lapsed.shift();
  if (player === undefined) return null;
  return {
    call: {
      ...by(player),
      endpoint: getSubscribe,
      params: { phone: player.phone },
      query: { plan: 'weekly', door: 'home' },
      key: randomUUID(),
    },
    heard: ({ data }) => {
      crowd.signedIn.push(player);
      crowd.back(player, data.pointBalance);
    },
  };
}

/** Three of eight who look their number up are new. */
const NEW_OF_8 = 3;

/** New players: each has a number of their own. */
class Arrivals {
  readonly #crowd: Crowd;
  #known = 0;
  #new = 0;
  #lapsed = 0;
  #lookUps = 0;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** A player who is on the boards already. */
  signIn(): Move {
    const phone = knownPhone(this.#known++);
    const { unchecked } = this.#crowd;
    const heard: Move['heard'] = (body) => unchecked.push(this.#crowd.signIn(phone, body));
    return { call: this.#looksUp(phone), heard };
  }

  /** A player whose plan is over. */
  signInLapsed(): Move {
    const phone = lapsedPhone(this.#lapsed++);
    const heard: Move['heard'] = ({ data, meta }) => {
      const token = meta?.token ?? '';
      this.#crowd.lapsed.push({ id: data.id ?? '', phone, token, coins: 0 });
    };
    return { call: this.#looksUp(phone), heard };
  }

  lookUp(): Move {
    this.#lookUps += 1;
    if (this.#lookUps % 8 >= NEW_OF_8) return this.signIn();
    const phone = newPhone(this.#new++);
    return {
      call: this.#looksUp(phone),
      isExpectedNo: ({ code }) => {
        this.#crowd.newcomers.push(phone);
        return code === 'user/unknown';
      },
    };
  }

  signUp(): Move | null {
    const { newcomers, unchecked } = this.#crowd;
    const phone = newcomers.shift();
    if (phone === undefined) return null;
    return {
      call: { ...signUpCall({ phone }), headers: this.#crowd.from() },
      heard: (reply) => unchecked.push(this.#crowd.signIn(phone, reply)),
    };
  }

  #looksUp(phone: string): Call {
    return { endpoint: getUser, params: { phone }, headers: this.#crowd.from() };
  }
}

/** The player who signed in last, else anybody, asks about their plan: the first time it brings coins. */
function checkPlan(crowd: Crowd): Move | null {
  const unchecked = crowd.unchecked.shift();
  const player = unchecked ?? crowd.anybody();
  if (player === null) return null;
  return {
    call: { ...by(player), ...planCall(player.phone), key: randomUUID() },
    heard: ({ data }) => unchecked && crowd.back(player, data.pointBalance),
  };
}

/** A round that was played well: seven of ten right, some late. */
function playedWell({ round, questions }: OpenRound, next: () => number): TranscriptRow[] {
  return questions.map(({ id: questionId, options, answer }) => {
    const draw = next();
    if (draw < 0.05) return { questionId, choice: null, ms: round.terms.timerMs, end: 'timeout' };
    const choice = draw < 0.75 ? answer : (options[Math.floor(next() * options.length)] ?? answer);
    return { questionId, choice, ms: 500 + Math.floor(next() * 600), end: 'answered' };
  });
}

/** Numbers that the sandbox's operator refuses, leaves waiting or fails. */
const NO_PLAN_ENDINGS = 4;

/** The categories that are on offer. */
const CATEGORIES: readonly string[] = (
  JSON.parse(
    readFileSync(new URL('../../../question-bank/categories.json', import.meta.url), 'utf8'),
  ) as { id: string; isActive: boolean }[]
)
  .filter(({ isActive }) => isActive)
  .map(({ id }) => id);

/** The stored number of a player on the boards, as the database makes it from the player's index. */
export const KNOWN_PREFIX = '234803';

/** Their numbers in turn, as they are typed, without those that have no plan. */
function knownPhone(turn: number): string {
  const inHundred = 100 - NO_PLAN_ENDINGS;
  const index = Math.floor(turn / inHundred) * 100 + NO_PLAN_ENDINGS + (turn % inHundred);
  return `0803${digits(index, 7)}`;
}

/** Numbers whose first plan is over. */
export function lapsedPhone(turn: number): string {
  return `0806${digits(turn, 5)}55`;
}

function newPhone(turn: number): string {
  return `0813${digits(turn, 5)}44`;
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}
