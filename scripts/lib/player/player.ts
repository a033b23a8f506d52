import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import { sandboxHolderOf } from '../../../server/sandbox/bank-listing.ts';
import { postBankAccount } from '../../../src/contract/banks.ts';
import type { Endpoint, YesOf } from '../../../src/contract/endpoint.ts';
import { postExpected } from '../../../src/contract/endpoints/payments.ts';
import { getQuestions } from '../../../src/contract/endpoints/rounds.ts';
import { getWeeklyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { getUser, postUser } from '../../../src/contract/endpoints/users.ts';
import { type IssuedRound, postPoints, type Question } from '../../../src/contract/points.ts';
import { putUser } from '../../../src/contract/profile.ts';
import {
  getRushQuestions,
  postPowerUp,
  postRushAnswer,
  postRushPoints,
  type RushAnswer,
} from '../../../src/contract/rush.ts';
import type { User } from '../../../src/contract/user.ts';
import type { Level } from '../../../src/rules/levels.ts';
import type { Product, Way } from '../../../src/rules/money.ts';
import { scoreTranscript, type TranscriptRow } from '../../../src/rules/round.ts';
import type { PowerUp } from '../../../src/rules/tournament.ts';
import { type Api, Breach, type Call, type Reply, yesOf } from './call.ts';

export const EMAIL = 'ada@example.com';

/** A new player's fields, with a proof of the number where the server asks for one. */
export type NewPlayer = { phone: string; name?: string; email?: string; proof?: unknown };

/** A phone's knowledge of its player. */
export type Account = { id: number; phone: string; token: string };

/** A round on a phone: its terms and its questions. */
export type OpenRound = { round: IssuedRound; questions: Question[] };

/** A signed-up player and the calls of their phone. */
export class Player {
  readonly id: number;
  readonly phone: string;
  token: string;
  /** The names of the player's calls begin with this. */
  readonly name: string;
  readonly #api: Api;

  constructor(api: Api, { id, phone, token }: Account, name = 'player') {
    this.#api = api;
    this.id = id;
    this.phone = phone;
    this.token = token;
    this.name = name;
  }

  /** Makes a call as this player, unless the call names another caller. */
  call(call: Call): Promise<Reply> {
    return this.#api(this.#own(call));
  }

  /**
   * Makes a call as `call` does, and gives the body of its answer. Throws Breach unless the answer says yes.
   */
  async ask<E extends Endpoint>(call: Call<E>): Promise<YesOf<E>> {
    return yesOf(this.#own(call), await this.call(call));
  }

  /** Takes over the plan that the sandbox's operator has for a new number: 1,000 coins. */
  async subscribe(): Promise<this> {
    await this.ask(planCall(this.phone));
    return this;
  }

  async sayBirthday(dob: string): Promise<User> {
    const key = randomUUID();
    return (await this.ask({ name: 'birthday', endpoint: putUser, key, form: { dob } })).data;
  }

  /** Adds a bank account. Its last digit decides how the sandbox ends a transfer to it. */
  async addBank(acctNumber: string): Promise<void> {
    const acctName = sandboxHolderOf(acctNumber);
    const body = { bankName: 'Access Bank', acctNumber, acctName };
    await this.ask({ name: 'bank', endpoint: postBankAccount, key: randomUUID(), body });
  }

  /** Takes a play and opens a round with it. */
  async openRound(level: Level = 'easy', categoryId = 'la-liga'): Promise<OpenRound> {
    return readRound(await this.call(questionsCall(level, categoryId)));
  }

  deliver(
    round: OpenRound,
    transcript: readonly TranscriptRow[],
    more: Partial<Call> = {},
  ): Promise<Reply> {
    return this.call({ ...resultCall(round, transcript), ...more });
  }

  #own<E extends Endpoint>(call: Call<E>): Call<E> {
    const { name = `${call.endpoint.method} ${call.endpoint.path}` } = call;
    return { credential: bearer(this.token), ...call, name: `${this.name} ${name}` };
  }
}

/** Makes an account for a number, and signs in. Throws Breach unless the answer says yes. */
export async function makeAccount(
  api: Api,
  draft: NewPlayer,
  name = 'player',
): Promise<Account & { user: User }> {
  const { phone } = draft;
  const making = { ...signUpCall(draft), name: `${name} sign-up` };
  const { data: user, meta } = yesOf(making, await api(making));
  const token = meta?.token ?? (await lookUp(api, phone, name));
  return { id: Number(user.id), phone, token, user };
}

/** Signs in by a look-up of the number, because a repeated sign-up gives no token. */
async function lookUp(api: Api, phone: string, name: string): Promise<string> {
  const asking = { endpoint: getUser, params: { phone }, name: `${name} look-up` };
  return yesOf(asking, await api(asking)).meta?.token ?? '';
}

export function bearer(token: string): string {
  return `Bearer ${token}`;
}

/** Makes a reference for a payment, as the app does. */
export function newReference(): string {
  return `FOM-${randomUUID().replaceAll('-', '').slice(0, 18)}`;
}

export function signUpCall({ phone, name = 'ada', email = EMAIL, proof }: NewPlayer) {
  const body = { name, email, phone, platform: 'rave', ...(proof !== undefined && { proof }) };
  return { endpoint: postUser, key: randomUUID(), body } satisfies Call;
}

/** Asks for the weekly plan of a number. The first time this brings coins. */
export function planCall(phone: string) {
  return { name: 'coins', endpoint: getWeeklyVerify, params: { phone } } satisfies Call;
}

/** Takes a play, and asks for the questions of a round. */
export function questionsCall(level: Level, categoryId: string) {
  return {
    name: 'questions',
    endpoint: getQuestions,
    params: { categoryId },
    query: { difficulty: level, size: '10', page: '1', play: 'new' },
    key: randomUUID(),
  } satisfies Call;
}

/** Reads the round that a reply of the questions call opens. Throws Breach if it opens no round. */
export function readRound({ body }: Pick<Reply, 'body'>): OpenRound {
  const reply = yesOf({ endpoint: getQuestions }, { status: 200, headers: {}, body });
  if (!reply.meta?.round) throw new Breach(`no round: ${JSON.stringify(body)}`);
  return { round: reply.meta.round, questions: reply.data };
}

/** Makes a full transcript. The first `right` answers are right, and the others wrong. */
export function answersTo({ questions }: OpenRound, right = 10, ms = 2_000): TranscriptRow[] {
  return questions.map(({ id, options, answer }, index) => {
    const wrong = options.find((option) => option !== answer) ?? null;
    return { questionId: id, choice: index < right ? answer : wrong, ms, end: 'answered' };
  });
}

/** Makes the submission that an honest phone sends for a transcript. */
export function submissionOf(
  { round: { id, terms }, questions }: OpenRound,
  transcript: readonly TranscriptRow[],
) {
  const { points, coins, right } = scoreTranscript(terms, questions, transcript);
  return { points, coins, score: right, round: { id, transcript } };
}

export function resultCall(round: OpenRound, transcript: readonly TranscriptRow[]) {
  const body = submissionOf(round, transcript);
  return { name: 'result', endpoint: postPoints, key: randomUUID(), body } satisfies Call;
}

/** Announces a payment. The reply has its price. */
export function expectedCall(
  product: Product,
  reference: string,
  provider: Exclude<Way, 'airtime'> = 'card',
) {
  const body = { product, provider, reference };
  return { endpoint: postExpected, key: randomUUID(), body } satisfies Call;
}

/** The request that the sandbox's card window makes. */
const POST_CHOICE = {
  method: 'POST',
  path: '/charges',
  who: 'anyone',
  effect: 'idempotent',
  reply: v.object({ status: v.boolean() }),
} as const satisfies Endpoint;

/** Makes the data of a payment by card, as the provider's window and its reports have it. */
export function chargeOf(playerId: number | string, kobo: number) {
  return { amount: kobo, currency: 'NGN', metadata: { userId: String(playerId) } };
}

/**
 * Pays or declines in the provider's window, which the app does not do itself. The provider then reports it.
 */
export function cardChoiceCall(
  reference: string,
  charge: ReturnType<typeof chargeOf>,
  choice: 'pay' | 'decline' = 'pay',
) {
  return {
    base: '/sandbox/card',
    endpoint: POST_CHOICE,
    body: { choice, key: SANDBOX_CARD.publicKey, ref: reference, email: EMAIL, ...charge },
  } satisfies Call;
}

/** Opens a run of Millionaire Rush. */
export function runCall(device = '') {
  return {
    endpoint: getRushQuestions,
    key: randomUUID(),
    ...(device && { query: { device } }),
  } satisfies Call;
}

/** Answers a level of a run. By default it is the first level, without a choice. */
export function runAnswerCall(run: string, sent: Partial<RushAnswer>) {
  const body = { level: 1, choice: null, end: 'answered', ms: 2000, ...sent };
  return { endpoint: postRushAnswer, params: { id: run }, key: randomUUID(), body } satisfies Call;
}

export function powerUpCall(run: string, level: number, powerUp: PowerUp) {
  const body = { level, powerUp };
  return { endpoint: postPowerUp, params: { id: run }, key: randomUUID(), body } satisfies Call;
}

/** Ends a run, and asks how it counts. */
export function runResultCall(run: string, points = 0) {
  const body = { points, coins: 0, score: 0, round: { id: run } };
  return { endpoint: postRushPoints, key: randomUUID(), body } satisfies Call;
}
