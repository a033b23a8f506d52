import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { getWeeklyBoard } from '../../../src/contract/endpoints/boards.ts';
import { putUser } from '../../../src/contract/endpoints/profile.ts';
import { getWeeklyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { ask, callOnce, type Line } from '../chaos/call.ts';
import { digits, EMAIL, signUp } from '../chaos/sign-up.ts';

const EVERY_MS = 100;
/** What takes longer is asked again. */
const ANSWER_MS = 3_000;

/** A player who writes something and looks at a board, again and again, to see when the service is there. */
export class Probe {
  /** When what was answered had been asked, and when it was answered: milliseconds of `performance`. */
  readonly #answered: { askedAt: number; at: number }[] = [];
  readonly #number: number;
  readonly #line: Line;
  #token = '';

  constructor(number: number, line: Line) {
    this.#number = number;
    this.#line = line;
  }

  async signUp(): Promise<void> {
    const phone = `0805${digits(this.#number, 5)}55`;
    this.#token = (await signUp(this.#line, `probe ${this.#number}`, phone)).token;
    const coins = { name: 'probe coins', endpoint: getWeeklyVerify, params: { phone } };
    await ask(this.#line, { ...coins, credential: this.#credential });
  }

  /** Asks until the line is aborted. */
  async run(): Promise<void> {
    const { signal } = this.#line;
    while (!signal.aborted) {
      const askedAt = performance.now();
      if (await this.#isThere()) this.#answered.push({ askedAt, at: performance.now() });
      await wait(EVERY_MS, undefined, { signal }).catch(() => {});
    }
  }

  /** How long after a moment the first was answered that was asked after it; `null` where none is yet. */
  backAfter(moment: number): number | null {
    const first = this.#answered.find(({ askedAt }) => askedAt >= moment);
    return first ? first.at - moment : null;
  }

  async #isThere(): Promise<boolean> {
    const signal = AbortSignal.any([this.#line.signal, AbortSignal.timeout(ANSWER_MS)]);
    const line = { ...this.#line, signal };
    const credential = this.#credential;
    const form = { name: 'ada', email: EMAIL };
    const write = { name: 'probe write', endpoint: putUser, key: randomUUID(), form, credential };
    if ((await callOnce(line, write))?.status !== 200) return false;
    const board = { name: 'probe board', endpoint: getWeeklyBoard, credential };
    return (await callOnce(line, board))?.status === 200;
  }

  readonly #credential = () => `Bearer ${this.#token}`;
}
