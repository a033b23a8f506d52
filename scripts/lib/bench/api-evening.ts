import { randomUUID } from 'node:crypto';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import {
  getLastWeekBoard,
  getMonthlyBoard,
  getRushBoard,
  getUserPoints,
  getWeeklyBoard,
} from '../../../src/contract/endpoints/boards.ts';
import { getCategories } from '../../../src/contract/endpoints/categories.ts';
import { putCategoryPlay } from '../../../src/contract/endpoints/category-plays.ts';
import { getConfig } from '../../../src/contract/endpoints/misc.ts';
import { postPoints } from '../../../src/contract/endpoints/points.ts';
import { getDailyPlays, getQuestions } from '../../../src/contract/endpoints/rounds.ts';
import { getDailyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { LEVELS } from '../../../src/rules/levels.ts';
import { expectCard, subscribe, verifyCard } from './api-buy.ts';
import type { ApiCaller, Asked } from './api-call.ts';
import { by, Crowd, type Move, type Player } from './api-crowd.ts';
import type { Kind } from './api-mix.ts';
import { CATEGORIES } from './api-numbers.ts';
import { openedBy, submissionOf } from './api-round.ts';
import { Arrivals, checkPlan } from './api-sign-in.ts';

/** What the dearest round costs. */
const ANY_LEVEL_COINS = 300;
/** A player thinks: nobody has played a round sooner. */
const ROUND_MS = 15_000;

/** Players who come, play, look and buy: each kind of call finds who makes it, as the app makes it. */
export class Evening {
  /** What was counted for results that were answered. */
  readonly counted = { results: 0, points: 0 };
  readonly arrivals: Arrivals;
  readonly #crowd: Crowd;
  readonly #caller: ApiCaller;

  constructor(caller: ApiCaller, next: () => number) {
    this.#caller = caller;
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
        return { asked: { endpoint: getConfig, address: this.#crowd.address() } };
      case 'card expected':
        return expectCard(this.#crowd, this.#caller);
      case 'card verified':
        return verifyCard(this.#crowd);
      case 'airtime plan':
        return subscribe(this.#crowd);
    }
  }

  #read(endpoint: Endpoint, how: Partial<Asked> = {}): Move | null {
    const player = this.#crowd.anybody();
    return player && { asked: { ...by(player, endpoint), ...how } };
  }

  #checkDailyPlan(): Move | null {
    const player = this.#crowd.anybody();
    if (player === null) return null;
    const params = { phone: player.phone };
    return {
      asked: { ...by(player, getDailyVerify), params, key: randomUUID() },
      // Nobody here has bought the plan of a day.
      isExpectedNo: ({ code }) => code === 'subscription/none',
    };
  }

  #openRound(): Move | null {
    const player = this.#crowd.ready.shift();
    if (player === undefined) return null;
    return {
      asked: {
        ...by(player, getQuestions),
        params: { categoryId: this.#category() },
        query: {
          difficulty: this.#levelFor(player),
          size: '10',
          page: '1',
          play: 'new',
          pictures: '1',
        },
        key: randomUUID(),
      },
      heard: (body) => {
        const round = openedBy(body);
        this.#crowd.playing.push({ player, round, at: performance.now() });
      },
    };
  }

  #deliver(): Move | null {
    const [first] = this.#crowd.playing;
    if (!first || performance.now() - first.at < ROUND_MS) return null;
    this.#crowd.playing.shift();
    const { player, round } = first;
    const body = submissionOf(round, this.#crowd.next);
    return {
      asked: { ...by(player, postPoints), key: randomUUID(), body },
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
