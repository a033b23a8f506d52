import * as v from 'valibot';
import { formOf, type Reply } from '../../scripts/lib/player/call.ts';
import { answersTo, bearer, Player } from '../../scripts/lib/player/player.ts';
import { type User, userReplySchema } from '../../src/contract/user.ts';
import type { Level } from '../../src/rules/levels.ts';
import type { TestServer } from './server.ts';

type CallOptions = { key?: string; headers?: Record<string, string> };

/** A signed-up player of a test's server, who can call any path and body, too. */
export class TestPlayer extends Player {
  readonly server: TestServer;

  constructor(server: TestServer, id: number, phone: string, token: string) {
    super(server.api, { id, phone, token });
    this.server = server;
  }

  get(path: string, options?: CallOptions): Promise<Reply> {
    return this.#send('GET', path, undefined, options);
  }

  put(path: string, options?: CallOptions): Promise<Reply> {
    return this.#send('PUT', path, undefined, options);
  }

  putForm(path: string, fields: Record<string, string>, options?: CallOptions): Promise<Reply> {
    return this.#send('PUT', path, formOf(fields), options);
  }

  patch(path: string, options?: CallOptions): Promise<Reply> {
    return this.#send('PATCH', path, undefined, options);
  }

  delete(path: string, body?: object, options?: CallOptions): Promise<Reply> {
    return this.#send('DELETE', path, body, options);
  }

  post(path: string, body: object, options?: CallOptions): Promise<Reply> {
    return this.#send('POST', path, body, options);
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

  askQuestions(level = 'easy', categoryId = 'la-liga', key?: string): Promise<Reply> {
    const path = `/questions/${categoryId}?difficulty=${level}&size=10&page=1`;
    return this.get(path, key === undefined ? {} : { key });
  }

  /** Plays a round with this many right answers, the rest wrong, and delivers it. */
  async play(right = 10, level: Level = 'easy'): Promise<Reply> {
    const round = await this.openRound(level);
    this.server.clock.at += 60_000;
    return this.deliver(round, answersTo(round, right));
  }

  #send(
    method: Parameters<TestServer['call']>[0],
    path: string,
    body?: object,
    { key, headers }: CallOptions = {},
  ): Promise<Reply> {
    return this.server.call(method, path, {
      ...(body && { body }),
      headers: {
        authorization: bearer(this.token),
        ...(key !== undefined && { 'idempotency-key': key }),
        ...headers,
      },
    });
  }
}
