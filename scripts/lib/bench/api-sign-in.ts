import { randomUUID } from 'node:crypto';
import { getWeeklyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { getUser, postUser } from '../../../src/contract/endpoints/users.ts';
import { EMAIL } from '../chaos/sign-up.ts';
import type { Asked } from './api-call.ts';
import { by, type Crowd, type Move } from './api-crowd.ts';
import { knownPhone, lapsedPhone, newPhone } from './api-numbers.ts';

/** Three of eight who look their number up are new. */
const NEW_OF_8 = 3;

/** Those who come in: each with a number of their own. */
export class Arrivals {
  readonly #crowd: Crowd;
  #known = 0;
  #new = 0;
  #lapsed = 0;
  #lookUps = 0;

  constructor(crowd: Crowd) {
    this.#crowd = crowd;
  }

  /** A player who stands on the boards already. */
  signIn(): Move {
    const phone = knownPhone(this.#known++);
    const { unchecked } = this.#crowd;
    const heard: Move['heard'] = (body) => unchecked.push(this.#crowd.signIn(phone, body));
    return { asked: this.#asksFor(phone), heard };
  }

  /** A player whose plan is over. */
  signInLapsed(): Move {
    const phone = lapsedPhone(this.#lapsed++);
    const heard: Move['heard'] = ({ data, meta }) => {
      const token = meta?.token ?? '';
      this.#crowd.lapsed.push({ id: data.id ?? '', phone, token, coins: 0 });
    };
    return { asked: this.#asksFor(phone), heard };
  }

  lookUp(): Move {
    this.#lookUps += 1;
    if (this.#lookUps % 8 >= NEW_OF_8) return this.signIn();
    const phone = newPhone(this.#new++);
    return {
      asked: this.#asksFor(phone),
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
    const body = { name: 'ada', email: EMAIL, phone, platform: 'rave' };
    const address = this.#crowd.address();
    return {
      asked: { endpoint: postUser, key: randomUUID(), body, address },
      heard: (reply) => unchecked.push(this.#crowd.signIn(phone, reply)),
    };
  }

  #asksFor(phone: string): Asked {
    return { endpoint: getUser, params: { phone }, address: this.#crowd.address() };
  }
}

/** Who has just signed in, else anybody, asks about their plan: the first time it brings coins. */
export function checkPlan(crowd: Crowd): Move | null {
  const unchecked = crowd.unchecked.shift();
  const player = unchecked ?? crowd.anybody();
  if (player === null) return null;
  return {
    asked: {
      ...by(player, getWeeklyVerify),
      params: { phone: player.phone },
      key: randomUUID(),
    },
    heard: ({ data }) => unchecked && crowd.back(player, data.pointBalance),
  };
}
