import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { type Question, questionsReplySchema } from '../../src/contract/points.ts';
import { type User, userReplySchema } from '../../src/contract/user.ts';
import type { Level } from '../../src/rules/levels.ts';
import { scoreTranscript, type TranscriptRow } from '../../src/rules/round.ts';
import type { Reply, TestServer } from './server.ts';

type Issued = NonNullable<
  NonNullable<
    Extract<v.InferOutput<typeof questionsReplySchema>, { status: true }>['meta']
  >['round']
>;

/** A round as a phone holds it. */
export type TestRound = { round: Issued; questions: Question[] };

type CallOptions = { key?: string; headers?: Record<string, string> };

/** A signed-up player and the actions of their phone. */
export class TestPlayer {
  readonly server: TestServer;
  readonly id: number;
  readonly phone: string;
  token: string;

  constructor(server: TestServer, id: number, phone: string, token: string) {
    this.server = server;
    this.id = id;
    this.phone = phone;
    this.token = token;
  }

  get(path: string, { key, headers }: CallOptions = {}): Promise<Reply> {
    return this.server.call('GET', path, { headers: { ...this.#headers(key), ...headers } });
  }

  put(path: string, { key, headers }: CallOptions = {}): Promise<Reply> {
    return this.server.call('PUT', path, { headers: { ...this.#headers(key), ...headers } });
  }

  putForm(path: string, fields: Record<string, string>, { key }: CallOptions = {}): Promise<Reply> {
    const body = new FormData();
    for (const [name, value] of Object.entries(fields)) body.append(name, value);
    return this.server.call('PUT', path, { body, headers: this.#headers(key) });
  }

  patch(path: string, { key, headers }: CallOptions = {}): Promise<Reply> {
    return this.server.call('PATCH', path, { headers: { ...this.#headers(key), ...headers } });
  }

  delete(path: string, body?: object, { key, headers }: CallOptions = {}): Promise<Reply> {
    return this.server.call('DELETE', path, {
      ...(body && { body }),
      headers: { ...this.#headers(key), ...headers },
    });
  }

  post(path: string, body: object, { key, headers }: CallOptions = {}): Promise<Reply> {
    return this.server.call('POST', path, {
      body,
      headers: { ...this.#headers(key), ...headers },
    });
  }

  /** Takes the plan that the sandbox operator has for a new number: 1000 coins. */
  async subscribe(): Promise<this> {
    const reply = await this.get(`/payments/subscription/airtime/verify/${this.phone}`);
    if (!reply.body.status) throw new Error(`verify: ${reply.body.code}`);
    return this;
  }

  async user(): Promise<User> {
    const reply = v.parse(userReplySchema, (await this.get(`/user/${this.phone}`)).body);
    if (!reply.status) throw new Error('the player is unknown');
    return reply.data;
  }

  /** The player's coins, spendable and held by open rounds. */
  wallet() {
    return this.server.db
      .selectFrom('wallets')
      .select(['coins', 'held'])
      .where('player_id', '=', this.id)
      .executeTakeFirstOrThrow();
  }

  /** Takes a play and opens a round of it. */
  async openRound(level: Level = 'easy', categoryId = 'la-liga'): Promise<TestRound> {
    await this.get('/user/reduce-play', { key: randomUUID() });
    return readRound(await this.askQuestions(level, categoryId));
  }

  askQuestions(level = 'easy', categoryId = 'la-liga', key?: string): Promise<Reply> {
    const path = `/questions/${categoryId}?difficulty=${level}&size=10&page=1`;
    return this.get(path, key === undefined ? {} : { key });
  }

  deliver(
    { round, questions }: TestRound,
    transcript: readonly TranscriptRow[],
    options: CallOptions = {},
  ): Promise<Reply> {
    const body = submissionOf({ round, questions }, transcript);
    return this.post('/points', body, { key: randomUUID(), ...options });
  }

  /** Plays a round with this many right answers, the rest wrong, and delivers it. */
  async play(right = 10, level: Level = 'easy'): Promise<Reply> {
    const round = await this.openRound(level);
    this.server.clock.at += 60_000;
    return this.deliver(round, answersTo(round, right));
  }

  #headers(key: string | undefined): Record<string, string> {
    const headers = { authorization: `Bearer ${this.token}` };
    return key === undefined ? headers : { ...headers, 'idempotency-key': key };
  }
}

/** The round that a reply of the questions call opens. */
export function readRound({ body }: Pick<Reply, 'body'>): TestRound {
  const reply = v.parse(questionsReplySchema, body);
  if (!reply.status || !reply.meta?.round) throw new Error(`no round: ${JSON.stringify(body)}`);
  return { round: reply.meta.round, questions: reply.data };
}

/** A full transcript: the first answers right, the others wrong. */
export function answersTo({ questions }: TestRound, right = 10, ms = 2_000): TranscriptRow[] {
  return questions.map(({ id, options, answer }, index) => {
    const wrong = options.find((option) => option !== answer) ?? null;
    return { questionId: id, choice: index < right ? answer : wrong, ms, end: 'answered' };
  });
}

/** An honest phone's result for a transcript. */
export function submissionOf(
  { round, questions }: TestRound,
  transcript: readonly TranscriptRow[],
) {
  const { points, coins, right } = scoreTranscript(round.terms, questions, transcript);
  return { points, coins, score: right, round: { id: round.id, transcript } };
}
