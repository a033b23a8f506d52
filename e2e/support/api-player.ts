import { randomUUID } from 'node:crypto';
import { expect, type Page } from 'playwright/test';
import { sandboxHolderOf } from '../../server/sandbox/bank-listing.ts';
import type { SealedQuestion } from '../../src/contract/rush.ts';
import { answersTo, readRound, submissionOf } from '../../tests/support/test-player.ts';
import type { movingClock } from './moving-clock.ts';
import { type Account, makeAccount } from './player.ts';
import { answerTo } from './rush.ts';

type Clock = ReturnType<typeof movingClock>;

/** A player who uses the API alone, on a server whose clock a test moves. */
export class ApiPlayer {
  readonly account: Account;
  readonly #page: Page;
  readonly #clock: Clock;
  readonly #token: string;

  private constructor(page: Page, clock: Clock, account: Account, token: string) {
    this.account = account;
    this.#page = page;
    this.#clock = clock;
    this.#token = token;
  }

  /** A new player with a plan. */
  static async make(page: Page, clock: Clock, name: string): Promise<ApiPlayer> {
    const account = await makeAccount(page, name);
    const { token } = (await account.reply.json()).meta;
    const player = new ApiPlayer(page, clock, account, token);
    await player.call('GET', `payments/subscription/airtime/verify/${account.phone}`);
    return player;
  }

  /** Calls the API; gives the whole body of its reply. */
  async call(method: 'GET' | 'POST', path: string, data?: object) {
    const reply = await this.#page.request.fetch(`/api/v2/${path}`, {
      method,
      headers: { Authorization: `Bearer ${this.#token}`, 'Idempotency-Key': randomUUID() },
      ...(data && { data }),
    });
    const body = await reply.json();
    expect(reply.status(), `${method} ${path}: ${body.message}`).toBe(200);
    return body;
  }

  /** Sets the player's date of birth. */
  async sayBirthday(dob: string): Promise<void> {
    const said = await this.#page.request.put('/api/v2/user', {
      multipart: { dob },
      headers: { Authorization: `Bearer ${this.#token}`, 'Idempotency-Key': randomUUID() },
    });
    expect(said.status()).toBe(200);
  }

  /** Adds a bank account; its last digit decides the outcome of transfers to it. */
  addBank(acctNumber: string): Promise<unknown> {
    const acctName = sandboxHolderOf(acctNumber);
    return this.call('POST', 'banks', { bankName: 'Access Bank', acctNumber, acctName });
  }

  /** Plays an ordinary round of a level, all answers right. */
  async play(level: 'easy' | 'hard'): Promise<void> {
    await this.call('GET', 'user/reduce-play');
    const path = `questions/la-liga?difficulty=${level}&size=10&page=1`;
    const round = readRound({ body: await this.call('GET', path) });
    this.#clock.goTo(this.#clock.now() + 60_000);
    await this.call('POST', 'points', submissionOf(round, answersTo(round)));
  }

  /** Plays the requested proof round: as a player does, or faster than anybody can read. */
  async prove(how: 'well' | 'hastily'): Promise<void> {
    let question: SealedQuestion | null = (await this.call('POST', 'proof-round')).data;
    for (let number = 1; question !== null; number += 1) {
      const ms = how === 'well' ? proofMs(number) : 100;
      this.#clock.goTo(this.#clock.now() + 750 + ms);
      const choice = answerTo(question.question, question.options);
      const answer = { number, choice, end: 'answered', ms };
      question = (await this.call('POST', 'proof-round/answers', answer)).data.next;
    }
  }
}

/** How long a person takes for a question of the proof round, different for each. */
export function proofMs(number: number): number {
  return 2000 + 370 * ((number * 7) % 11);
}
