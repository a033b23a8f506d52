import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect } from 'vitest';
import type { QuestionBank } from '../../question-bank/reader/bank.ts';
import { type Api, apiOver, type Reply } from '../../scripts/lib/player/call.ts';
import { makeAccount, type NewPlayer } from '../../scripts/lib/player/player.ts';
import { buildApp } from '../../server/app.ts';
import type { Ranking } from '../../server/boards/ranking.ts';
import { readConfig } from '../../server/config/config.ts';
import type { Db } from '../../server/database/tables.ts';
import type { Folders } from '../../server/http/assets.ts';
import type { App } from '../../server/http/serve.ts';
import type { ProviderFetch } from '../../server/providers/provider-http.ts';
import { codesOf } from '../../src/contract/endpoint.ts';
import { DAY_MS, weekOf } from '../../src/rules/calendar.ts';
import { buildBank } from './bank.ts';
import { openTestRanking } from './rankings.ts';
import { openTestDatabase } from './test-database.ts';
import { TestPlayer } from './test-player.ts';

type RawCall = {
  headers?: Record<string, string>;
  body?: object;
  /** The address that the call comes from. */
  from?: string;
  /** The API to call, if not the product's. */
  api?: string;
};

type Options = {
  now?: number;
  env?: Record<string, string>;
  folders?: Folders;
  bank?: QuestionBank;
};

/** A Wednesday noon in Lagos, days away from any limit of the calendar. */
const A_WEDNESDAY = Date.parse('2026-11-18T11:00:00Z');

/** The server of a test file, on a database of its own. */
export class TestServer {
  readonly app: App;
  readonly db: Db;
  readonly bank: QuestionBank;
  readonly ranking: Ranking;
  /** The server's clock. */
  readonly clock: { at: number };
  /** Answers the server's calls to providers; the sandbox until a test replaces it. */
  readonly operator: { fetch: ProviderFetch; asked: string[] };
  /** Codes of replies that their endpoints do not list. */
  readonly unlisted: string[];
  readonly close: () => Promise<void>;
  #signedUp = 0;

  constructor(
    parts: Pick<
      TestServer,
      'app' | 'db' | 'bank' | 'ranking' | 'clock' | 'operator' | 'unlisted' | 'close'
    >,
  ) {
    this.app = parts.app;
    this.db = parts.db;
    this.bank = parts.bank;
    this.ranking = parts.ranking;
    this.clock = parts.clock;
    this.operator = parts.operator;
    this.unlisted = parts.unlisted;
    this.close = parts.close;
  }

  /** The services for work outside calls. */
  get services(): { db: Db; now: () => number; ranking: Ranking } {
    return { db: this.db, now: () => this.clock.at, ranking: this.ranking };
  }

  /**
   * Calls the API. A 500 fails the test, since no input may cause one, and so does a code that the
   * contract does not list.
   */
  async call(
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    path: string,
    call: RawCall = {},
  ): Promise<Reply> {
    const response = await this.app.inject({
      method,
      url: `${call.api ?? '/api/v2'}${path}`,
      headers: call.headers ?? {},
      remoteAddress: call.from ?? '127.0.0.1',
      ...(call.body === undefined ? {} : { payload: call.body }),
    });
    expect(response.statusCode, response.body).not.toBe(500);
    expect(this.unlisted).toEqual([]);
    return { status: response.statusCode, headers: response.headers, body: response.json() };
  }

  /** How a player's calls reach this server. */
  readonly api: Api = apiOver(({ method, path, ...request }) =>
    this.call(method, path, { ...request, api: '' }),
  );

  lookUp(phone: string): Promise<Reply> {
    return this.call('GET', `/user/${phone}`);
  }

  /** An unused phone number; `ending` decides the sandbox's behaviour. */
  newPhone(ending = '55'): string {
    this.#signedUp += 1;
    return `0803${String(this.#signedUp).padStart(5, '0')}${ending}`;
  }

  /** A new player, without a subscription yet. */
  async signUp(draft: Partial<NewPlayer> = {}): Promise<TestPlayer> {
    const { phone = this.newPhone() } = draft;
    const { id, token } = await makeAccount(this.api, { ...draft, phone });
    return new TestPlayer(this, id, phone, token);
  }

  /** A new player with a running subscription and its 1000 coins. */
  async subscriber(name = 'ada'): Promise<TestPlayer> {
    return (await this.signUp({ name })).subscribe();
  }

  /** A subscriber whose account is older than the days of easy questions. */
  async veteran(days = 22): Promise<TestPlayer> {
    const player = await this.signUp();
    await this.db
      .updateTable('players')
      .set({ created_at: new Date(this.clock.at - days * DAY_MS) })
      .where('id', '=', player.id)
      .execute();
    return player.subscribe();
  }

  /** Moves to a week without any points yet. */
  toNextWeek(): void {
    this.clock.at = weekOf(this.clock.at).endsAt + 2.5 * DAY_MS;
  }

  /**
   * The data that a refused call must not change; a consent to a price by airtime stays in any
   * case.
   */
  async snapshot(): Promise<unknown> {
    const { rows } = await sql`
      select
        (select count(*) from players) as players,
        (select count(*) from ledger_movements) as movements,
        (select count(*) from ledger_postings) as postings,
        (select coalesce(sum(coins), 0)::bigint from wallets) as coins,
        (select coalesce(sum(held), 0)::bigint from wallets) as held,
        (select count(*) from subscriptions) as subscriptions,
        (select count(*) from plays) as plays,
        (select count(*) from plays where is_open) as open_plays,
        (select count(*) from rounds) as rounds,
        (select count(*) from rounds where state = 'open') as open_rounds,
        (select count(*) from dealt_questions) as dealt,
        (select coalesce(sum(points), 0)::bigint from board_scores) as board_points,
        (select coalesce(sum(plays), 0)::bigint from category_plays) as category_plays,
        (select coalesce(sum(tickets), 0)::bigint from wallets) as tickets,
        (select count(*) from rush_tickets) as rush_tickets,
        (select coalesce(string_agg(r::text, ';' order by id), '') from rush_runs r) as runs,
        (select count(*) from raffle_tickets) as raffle_tickets,
        (select coalesce(sum(points), 0)::bigint from raffle_points) as raffle_points,
        (select coalesce(string_agg(s::text, ';' order by player_id, first_day), '') from play_streaks s) as streaks,
        (select count(*) from raffle_winners) as raffle_winners,
        (select coalesce(string_agg(q::text, ';' order by id), '') from proof_rounds q) as proof_rounds,
        (select count(*) from idempotency_records) as records,
        (select count(*) from sessions) as sessions,
        (select count(*) from challenges) as challenges,
        (select count(*) from seen_networks) as seen_networks,
        (select count(*) from account_marks) as account_marks,
        (select count(*) from campaign_visits) as visits,
        (select count(*) from contact_messages) as messages,
        (select count(*) from payments) as payments,
        (select count(*) from payments where state <> 'pending') as ended_payments,
        (select count(*) from consents where way <> 'airtime') as consents,
        (select coalesce(string_agg(p::text, ';' order by id), '') from payouts p) as payouts,
        (select count(*) from payout_notices) as payout_notices,
        (select count(*) from payment_reports) as payment_reports,
        (select count(*) from wallet_prompts) as wallet_prompts,
        (select count(*) from care) as care,
        (select count(*) from pictures) as pictures,
        (select count(*) from player_reports) as player_reports,
        (select count(*) from question_reports) as question_reports,
        (select count(*) from withdrawn_questions) as withdrawn_questions,
        (select count(*) from question_repairs) as question_repairs,
        (select coalesce(sum(count), 0)::bigint from client_reports) as client_reports,
        (select coalesce(sum(sign_ups + log_ins), 0)::bigint from arrival_counts) as arrivals,
        (select string_agg(p::text, ';' order by id) from players p) as profiles,
        (select coalesce(string_agg(q::text, ';' order by question_id), '') from question_standings q) as standings,
        (select count(*) from question_stats) as question_stats,
        (select count(*) from operator_yes) as operator_yes,
        (select count(*) from operator_alone) as operator_alone,
        (select count(*) from money_kind) as money_kind,
        (select count(*) from bank_accounts) as bank_accounts,
        (select coalesce(string_agg(sealed, ' ' order by player_id), '') from bank_accounts) as sealed_accounts
    `.execute(this.db);
    return rows[0];
  }
}

/** A test makes as many calls in a second as a player in an hour. */
const BUSY = { PLAYER_CALLS_PER_MINUTE: '1000000', ADDRESS_CALLS_PER_MINUTE: '1000000' };

/** Starts the very app that runs, on a database of its own and with a clock that a test sets. */
async function startTestServer(options: Options = {}): Promise<TestServer> {
  const { db, close } = await openTestDatabase();
  const bank = options.bank ?? buildBank();
  const clock = { at: options.now ?? A_WEDNESDAY };
  const sandbox: ProviderFetch = async (url, { method, headers, body }) => {
    const response = await app.inject({
      method: method as 'GET' | 'POST' | 'DELETE',
      url: url.replace(/^https?:\/\/[^/]+/, ''),
      ...(headers === undefined ? {} : { headers }),
      ...(body === undefined ? {} : { payload: body }),
    });
    return new Response(response.body, { status: response.statusCode });
  };
  const operator = { fetch: sandbox, asked: [] as string[] };
  const unlisted: string[] = [];
  const config = readConfig({ LOG_LEVEL: 'silent', ...BUSY, ...options.env });
  const ranking = await openTestRanking(config.rankUrl, db);
  const app = await buildApp({
    config,
    db,
    ranking,
    bank,
    folders: options.folders ?? { app: '/nonexistent', images: [] },
    now: () => clock.at,
    providerFetch: (url, init) => {
      operator.asked.push(`${init.method} ${url}`);
      return operator.fetch(url, init);
    },
  });
  app.addHook('onSend', async ({ routeOptions }, _reply, payload) => {
    const { endpoint } = routeOptions.config;
    if (!endpoint || typeof payload !== 'string') return;
    const { code } = JSON.parse(payload);
    if (code && !codesOf(endpoint).includes(code)) unlisted.push(`${code} of ${endpoint.path}`);
  });
  const closeAll = async () => {
    await app.close();
    await ranking.forget();
    await ranking.close();
    await close();
  };
  return new TestServer({ app, db, bank, ranking, clock, operator, unlisted, close: closeAll });
}

/** A server for all tests of a file, opened before the first and closed after the last. */
export function testServer(options: Options = {}): () => TestServer {
  let server: TestServer | undefined;
  beforeAll(async () => {
    server = await startTestServer(options);
  }, 60_000);
  afterAll(() => server?.close(), 60_000);
  return () => {
    if (!server) throw new Error('the test server has not started');
    return server;
  };
}

/** Makes a call that is refused with a status and a code, and shows that it changed nothing. */
export async function expectRefused(
  server: TestServer,
  call: () => Promise<Reply>,
  status: number,
  code: string,
): Promise<Reply> {
  const before = await server.snapshot();
  const reply = await call();
  expect({ status: reply.status, code: reply.body.code }).toEqual({ status, code });
  expect(reply.body).toMatchObject({ status: false, data: null, message: expect.any(String) });
  expect(await server.snapshot()).toEqual(before);
  return reply;
}

/** A fresh idempotency key. */
export function newKey(): string {
  return randomUUID();
}
