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

/** A player with at least this many coins can pay for a round of any level. */
const ANY_LEVEL_COINS = 300;
/** The shortest time in which a player plays a round. */
const ROUND_MS = 15_000;

/**
 * The players of an evening, who sign in, play, look at boards and buy. Finds a player for each kind of call.
 */
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

  /** The numbers of players who have signed in, may begin a round, are in a round, and have to buy coins. */
  get crowd(): string {
    const { signedIn, ready, playing, broke } = this.#crowd;
    return [signedIn, ready, playing, broke].map(({ length }) => length).join('/');
  }

  /** Gives the next call of a kind, or `null` while no player can make such a call. */
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

/** The highest price of an easy round. A player with fewer coins has to buy some. */
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

/** A call to make, what changes after a 'yes', and which 'no' is right as well. */
export type Move = {
  call: Call;
  heard?: (body: Yes) => void;
  isExpectedNo?: (body: Yes) => boolean;
};

/** Whether a reply is as expected. */
export function isRight({ isExpectedNo }: Move, { status, body }: Reply): boolean {
  const said = body as Yes;
  return status === 200 && (said.status === true || isExpectedNo?.(said) === true);
}

/** The players, in lists by what they can do next. The first player of a list acts first. */
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

  /** Adds the player whom a reply has signed in. */
  signIn(phone: string, { data, meta }: Yes): Player {
    const player = { id: data.id ?? '', phone, token: meta?.token ?? '', coins: 0 };
    this.signedIn.push(player);
    return player;
  }

  /** Adds a player to the players who may begin a round, or to those who have to buy coins. */
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

/**
 * The address of a player's phone, as the proxy reports it. Some hundred phones of a network share an
 * address.
 */
function addressOf(id: string) {
  const one = Number(id) % 2_000;
  return { 'x-forwarded-for': `102.89.${one >> 8}.${one & 255}` };
}

/**
 * How often the app makes each call in a hundred visits of an evening. In a visit a player opens the
 * dashboard, plays three rounds, looks at a board and comes back. One player in twelve buys, and one in
 * twelve signs in.
 */
const CALLS_OF_100_VISITS = {
  // Five look-ups are of players who have played before, and three are of new players.
  'look-up': 8,
  account: 3,
  // The app asks about both plans on each dashboard (at the opening, after each of three rounds, after the
  // board) and on each board. At a sign-in it asks about the weekly plan once more.
  'weekly plan': 608,
  'daily plan': 600,
  // The dashboard reads these at the opening and after each round, because they are fresh for 30 s only and a
  // round takes longer.
  categories: 400,
  plays: 400,
  'own points': 400,
  // These calls are made for each round.
  questions: 300,
  'category played': 300,
  result: 300,
  // In its first 30 days an account sees the tournament's board of the day, which takes two reads. Other
  // accounts see the board of the week, and some of them more boards.
  'week board': 70,
  'last week board': 15,
  'month board': 15,
  'day board': 60,
  // The prices of the coin drawer and of pages about prizes are read once an hour.
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

/** How many of `calls` calls are of a kind. */
export function shareOf(kind: Kind, calls: number): number {
  return Math.ceil((calls * CALLS_OF_100_VISITS[kind]) / ALL);
}

/** Lists the calls of a hundred visits, grouped by kind. */
export function callsOf100Visits(): Kind[] {
  return KINDS.flatMap((kind) => Array<Kind>(CALLS_OF_100_VISITS[kind]).fill(kind));
}

const PACK = 'coins-500';

/** Lets a player with too few coins buy a pack by card. If there is none, any player buys a pack. */
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

/** Lets a player without a plan buy a plan by airtime. */
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

/** Of eight callers who look their number up, this many are new. */
const NEW_OF_8 = 3;

/** The sign-ups and sign-ins. Each of these players has a number that no other player has. */
class Arrivals {
  readonly #crowd: Crowd;
  #known = 0;
  #new = 0;
  #lapsed = 0;
  #lookUps = 0;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** Signs in a player who is on the boards already. */
  signIn(): Move {
    const phone = knownPhone(this.#known++);
    const { unchecked } = this.#crowd;
    const heard: Move['heard'] = (body) => unchecked.push(this.#crowd.signIn(phone, body));
    return { call: this.#looksUp(phone), heard };
  }

  /** Signs in a player whose plan is over. */
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

/**
 * Lets a player who has just signed in, or any player, ask about their plan. The first time it brings coins.
 */
function checkPlan(crowd: Crowd): Move | null {
  const unchecked = crowd.unchecked.shift();
  const player = unchecked ?? crowd.anybody();
  if (player === null) return null;
  return {
    call: { ...by(player), ...planCall(player.phone), key: randomUUID() },
    heard: ({ data }) => unchecked && crowd.back(player, data.pointBalance),
  };
}

/** Plays a round well: about seven of ten answers are right, and some questions time out. */
function playedWell({ round, questions }: OpenRound, next: () => number): TranscriptRow[] {
  return questions.map(({ id: questionId, options, answer }) => {
    const draw = next();
    if (draw < 0.05) return { questionId, choice: null, ms: round.terms.timerMs, end: 'timeout' };
    const choice = draw < 0.75 ? answer : (options[Math.floor(next() * options.length)] ?? answer);
    return { questionId, choice, ms: 500 + Math.floor(next() * 600), end: 'answered' };
  });
}

/**
 * How many of a hundred numbers get no plan, because the sandbox's operator refuses, delays or fails them.
 */
const NO_PLAN_ENDINGS = 4;

/** The categories that are on offer. */
const CATEGORIES: readonly string[] = (
  JSON.parse(
    readFileSync(new URL('../../../question-bank/categories.json', import.meta.url), 'utf8'),
  ) as { id: string; isActive: boolean }[]
)
  .filter(({ isActive }) => isActive)
  .map(({ id }) => id);

/** The first digits of the stored numbers of players on the boards. The player's index follows. */
export const KNOWN_PREFIX = '234803';

/**
 * Gives the numbers of players on the boards in turn, as they are typed. Numbers without a plan are left out.
 */
function knownPhone(turn: number): string {
  const inHundred = 100 - NO_PLAN_ENDINGS;
  const index = Math.floor(turn / inHundred) * 100 + NO_PLAN_ENDINGS + (turn % inHundred);
  return `0803${digits(index, 7)}`;
}

/** Gives the numbers whose first plan is over in turn. */
export function lapsedPhone(turn: number): string {
  return `0806${digits(turn, 5)}55`;
}

function newPhone(turn: number): string {
  return `0813${digits(turn, 5)}44`;
}

function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}
