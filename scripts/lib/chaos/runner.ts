import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import { postExpected } from '../../../src/contract/endpoints/payments.ts';
import { putUser } from '../../../src/contract/endpoints/profile.ts';
import {
  getRushQuestions,
  postPowerUp,
  postRushAnswer,
  postRushPoints,
} from '../../../src/contract/endpoints/rush.ts';
import { getWeeklyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { getBuyTicket } from '../../../src/contract/endpoints/tickets.ts';
import type { SealedQuestion } from '../../../src/contract/rush.ts';
import { KOBO_PER_NAIRA } from '../../../src/rules/money.ts';
import {
  RUSH_POINTS_PER_LEVEL,
  RUSH_QUESTIONS,
  RUSH_TICKET_NAIRA,
} from '../../../src/rules/tournament.ts';
import { POST_CHOICE } from './buyer.ts';
import { ask, Breach, callUntilAnswered, type Line, yes } from './call.ts';
import { digits, EMAIL, signUp } from './sign-up.ts';

const TICKETS_EACH = 2;
/** Tickets are for adults. */
const BIRTHDAY = { name: 'ada', email: EMAIL, dob: '1990-05-17' };
/** Behind the clock and all that is allowed. */
const TOO_LATE_MS = 18_000;
const LATE_SHARE = 0.03;
const RIGHT_SHARE = 0.9;

/** A ticket that a player pays for, by its reference. */
export type Ticket = { id: string; kobo: number; playerId: number };

/** A run by what its player was told of each level. */
export type ToldRun = { id: string; playerId: number; points: number; isVoid: boolean };

/** The right answer to a question, from its text and options. */
export type Knows = (question: SealedQuestion) => string;

/** A player who buys tickets of Millionaire Rush and plays them. */
export class ChaosRunner {
  readonly tickets: Ticket[] = [];
  readonly runs: ToldRun[] = [];
  readonly #name: string;
  readonly #phone: string;
  readonly #line: Line;
  readonly #knows: Knows;
  #id = 0;
  #token = '';

  constructor(number: number, line: Line, knows: Knows) {
    this.#name = `runner ${number}`;
    this.#phone = `0809${digits(number, 5)}55`;
    this.#line = line;
    this.#knows = knows;
  }

  /** Throws Breach for an answer that the contract rules out, and what aborts the line. */
  async buyAndPlay(): Promise<void> {
    const { id, token } = await signUp(this.#line, this.#name, this.#phone);
    [this.#id, this.#token] = [id, token];
    await ask(this.#line, {
      ...this.#call('coins'),
      endpoint: getWeeklyVerify,
      params: { phone: this.#phone },
    });
    await ask(this.#line, {
      ...this.#call('birthday'),
      endpoint: putUser,
      key: randomUUID(),
      form: BIRTHDAY,
    });
    for (let bought = 0; bought < TICKETS_EACH; bought += 1) {
      await this.#buy(`ticket ${bought + 1}`);
      await this.#play(`run ${bought + 1}`);
    }
  }

  async #buy(what: string): Promise<void> {
    const reference = `FOM-${randomUUID().replaceAll('-', '').slice(0, 18)}`;
    const { data: price } = await ask(this.#line, {
      ...this.#call(`${what} expected`),
      endpoint: postExpected,
      key: randomUUID(),
      body: { product: 'rush-ticket', provider: 'card', reference },
    });
    const amount = price.totalKobo;
    if (amount < RUSH_TICKET_NAIRA * KOBO_PER_NAIRA) throw new Breach(`${what} costs ${amount}`);
    this.tickets.push({ id: reference, kobo: amount, playerId: this.#id });
    const chosen = await callUntilAnswered(this.#line, {
      name: `${this.#name} ${what} choice`,
      base: '/sandbox/card',
      endpoint: POST_CHOICE,
      body: {
        choice: 'pay',
        key: SANDBOX_CARD.publicKey,
        ref: reference,
        email: EMAIL,
        amount,
        currency: 'NGN',
        metadata: { userId: String(this.#id) },
      },
    });
    // Of a payment that it has taken the provider takes no other sending.
    if (chosen.status !== 400) yes(`${what} choice`, chosen, POST_CHOICE);
    await ask(this.#line, {
      ...this.#call(`${what} bought`),
      endpoint: getBuyTicket,
      params: { amount: String(amount), reference },
    });
  }

  async #play(what: string): Promise<void> {
    const { next } = this.#line;
    const opened = await ask(this.#line, {
      ...this.#call(`${what} opened`),
      endpoint: getRushQuestions,
      key: randomUUID(),
    });
    const id = opened.meta?.run?.id;
    let question = Array.isArray(opened.data) ? null : opened.data;
    if (!id || !question) throw new Breach(`${what}: a run without a question`);
    const told: ToldRun = { id, playerId: this.#id, points: 0, isVoid: false };
    this.runs.push(told);
    const asked = { params: { id } };
    const doubled = 1 + Math.floor(next() * RUSH_QUESTIONS);
    for (let level = 1; question; level += 1) {
      const name = `${what} level ${level}`;
      if (level === doubled) {
        const { data } = await ask(this.#line, {
          ...this.#call(`${name} doubled`),
          ...asked,
          endpoint: postPowerUp,
          key: randomUUID(),
          body: { level, powerUp: 'double-points' },
        });
        // On this line it may come behind the clock.
        if (data.ended) break;
      }
      if (next() < LATE_SHARE) await wait(TOO_LATE_MS, undefined, { signal: this.#line.signal });
      const right = this.#knows(question);
      const wrong: string = question.options.find((option) => option !== right) ?? right;
      const { data } = await ask(this.#line, {
        ...this.#call(`${name} answer`),
        ...asked,
        endpoint: postRushAnswer,
        key: randomUUID(),
        body: {
          level,
          choice: next() < RIGHT_SHARE ? right : wrong,
          end: 'answered',
          ms: Math.floor(next() * 9000),
        },
      });
      if (data.answer !== right) throw new Breach(`${name}: another answer`);
      if (data.verdict === 'right')
        told.points += RUSH_POINTS_PER_LEVEL * (level === doubled ? 2 : 1);
      question = data.next;
    }
    await this.#finish(what, told);
  }

  async #finish(what: string, told: ToldRun): Promise<void> {
    const { data } = await ask(this.#line, {
      ...this.#call(`${what} result`),
      endpoint: postRushPoints,
      key: randomUUID(),
      body: { points: 0, coins: 0, score: 0, round: { id: told.id } },
    });
    told.isVoid = data.ticketBack;
    if (told.isVoid) told.points = 0;
    if (data.awarded?.points !== told.points) {
      throw new Breach(`${what}: counted as ${JSON.stringify(data.awarded)}, not ${told.points}`);
    }
  }

  #call(what: string) {
    return { name: `${this.#name} ${what}`, credential: () => `Bearer ${this.#token}` };
  }
}
