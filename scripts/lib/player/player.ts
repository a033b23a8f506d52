import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import * as v from 'valibot';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { shuffle } from '../../../question-bank/reader/shuffle.ts';
import {
  BASE_PATHS,
  codesOf,
  type Endpoint,
  pathOf,
  type YesOf,
} from '../../../src/contract/endpoint.ts';
import { getQuestions } from '../../../src/contract/endpoints/rounds.ts';
import { getWeeklyVerify } from '../../../src/contract/endpoints/subscriptions.ts';
import { getUser, postUser } from '../../../src/contract/endpoints/users.ts';
import {
  failureSchema,
  IDEMPOTENCY_HEADER,
  ROUND_CREDENTIAL,
} from '../../../src/contract/envelope.ts';
import { ERROR_CODES, type ErrorCode } from '../../../src/contract/error-codes.ts';
import { postPoints } from '../../../src/contract/points.ts';
import { readRows } from '../../../src/contract/rows.ts';
import { jitteredBackoffMs } from '../../../src/lib/backoff.ts';
import { isPassingAnswer } from '../../../src/lib/errors.ts';
import type { Level } from '../../../src/rules/levels.ts';
import { isStoredPhone, readTypedPhone } from '../../../src/rules/phone.ts';
import { UNFINISHED_ROUNDS_MAX } from '../../../src/rules/plays.ts';
import { scoreTranscript, type TranscriptRow } from '../../../src/rules/round.ts';
import { NAME_HEADER, seedFrom } from '../chaos/faults.ts';
import type { Subject } from '../conformance.ts';

/** A run has no days: clients wait so many times shorter than phones do. */
const HURRY = 20;
/** As long as a phone waits for an answer (errors.md#time-limit-of-a-call). */
const TIMEOUT_MS = 30_000;

/** The line that a client has: the relay, its own random numbers, and when to give up. */
export type Line = { url: string; next: () => number; signal: AbortSignal };

/** A call that a client makes until it is answered. */
type ChaosCall<E extends Endpoint = Endpoint> = {
  /** What the relay knows it by. */
  name: string;
  endpoint: E;
  /** Where the endpoint lies, if it is none of the game's own. */
  base?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  key?: string;
  body?: object;
  /** A body as a form, in place of JSON. */
  form?: Record<string, string>;
  /** `Authorization` of a sending. */
  credential?: () => string;
  headers?: Record<string, string>;
};

/** A definite answer: it stays the same however often the call is sent. */
type Answer = { status: number; code: string | undefined; body: unknown };

/** An answer that the contract rules out. */
export class Breach extends Error {}

/** Lets a client act: a breach it meets is kept, and whatever fails once the line is cut is none. */
export async function keepBreach(
  breaches: string[],
  signal: AbortSignal,
  act: () => Promise<void>,
): Promise<void> {
  try {
    await act();
  } catch (error) {
    if (signal.aborted) return;
    if (!(error instanceof Breach)) throw error;
    breaches.push(error.message);
  }
}

/**
 * Sends a call, always the same and under the same key, until its answer is definite, as the
 * outbox does.
 * @throws what aborts the line
 */
export async function callUntilAnswered(line: Line, call: ChaosCall): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    line.signal.throwIfAborted();
    const answer = await callOnce(line, call);
    if (answer !== null && !isPassingAnswer(answer)) return answer;
    const waitMs = jitteredBackoffMs(attempt, line.next()) / HURRY;
    await wait(waitMs, undefined, { signal: line.signal });
  }
}

/** Sends a call; `null` where no answer comes. */
export async function callOnce(
  { url, signal }: Pick<Line, 'url' | 'signal'>,
  call: ChaosCall,
): Promise<Answer | null> {
  const { name, endpoint, params = {}, query = {}, key, body, form, credential, headers } = call;
  const { base = BASE_PATHS[endpoint.base ?? 'product'] } = call;
  const address = `${url}${base}${pathOf(endpoint, params)}`;
  try {
    const response = await fetch(`${address}?${new URLSearchParams(query)}`, {
      method: endpoint.method,
      headers: {
        ...headers,
        [NAME_HEADER]: name,
        'accept-encoding': 'identity',
        ...(key && { [IDEMPOTENCY_HEADER]: key }),
        ...(credential && { authorization: credential() }),
        ...(body && { 'content-type': 'application/json' }),
      },
      signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
      ...(body && { body: JSON.stringify(body) }),
      ...(form && { body: formOf(form) }),
    });
    const read = (await response.json()) as { code?: string };
    return { status: response.status, code: read.code, body: read };
  } catch {
    return null;
  }
}

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
}

/** Sends a call until it is answered. Throws Breach where the answer is no yes. */
export async function ask<E extends Endpoint>(line: Line, call: ChaosCall<E>): Promise<YesOf<E>> {
  return yes(call.name, await callUntilAnswered(line, call), call.endpoint);
}

/** A reply that says yes. Throws Breach for any other. */
export function yes<E extends Endpoint>(
  name: string,
  { status, code, body }: Answer,
  endpoint: E,
): YesOf<E> {
  const reply = readRows(endpoint.reply, body);
  const isWhole = reply.success && reply.leftOut.length === 0;
  if (status === 200 && isWhole && reply.output.status) return reply.output as YesOf<E>;
  throw new Breach(`${name}: ${status} ${code ?? 'that cannot be read'}`);
}

/** What a sandbox operator's 1,000 coins pay for, to the last one: 5 × 100, 2 × 150 and 200. */
const LEVELS_OF_A_WALLET: readonly Level[] = [
  ...(['easy', 'easy', 'easy', 'easy', 'easy', 'medium', 'medium', 'hard'] as const),
];
const CATEGORY = 'english-premier-league';

/** Results that are brought by the round's own credential and no key: the round alone guards them. */
const KEYLESS_SHARE = 0.1;

/** A result that a client has sent, and what it must be worth. */
export type Submitted = {
  roundId: string;
  playerId: number;
  points: number;
  coins: number;
  /** Epoch milliseconds. */
  issuedAt: number;
  /** Whether a definite answer said that it counted. */
  isDelivered: boolean;
};

type Player = { id: number; index: number; token: string };
type OpenRound = Submitted & { name: string; secret: string; body: object };

/** A phone with several players, one after the other, who send so many results together. */
export class ChaosClient {
  /** What was sent so far. */
  readonly submitted: Submitted[] = [];
  /** Answers that the contract rules out. */
  readonly breaches: string[] = [];
  /** How many players have signed up. */
  players = 0;
  readonly #number: number;
  readonly #line: Line;

  constructor(number: number, seed: number, line: Pick<Line, 'url' | 'signal'>) {
    this.#number = number;
    this.#line = { ...line, next: seededNumbers(seedFrom(`${seed} client ${number}`)) };
  }

  /**
   * Sends so many results, or until nothing more is to be begun; ends early only when the line is
   * aborted or the contract broken.
   */
  async send(results: number, isOver = () => false): Promise<void> {
    await keepBreach(this.breaches, this.#line.signal, async () => {
      for (let left = results; left > 0 && !isOver(); left -= LEVELS_OF_A_WALLET.length) {
        await this.#playAsOne(shuffle(LEVELS_OF_A_WALLET, this.#line.next).slice(0, left));
      }
    });
  }

  async #playAsOne(levels: readonly Level[]): Promise<void> {
    const player = await this.#signUp();
    // As many rounds at once as a player may have: their results race each other.
    for (let first = 0; first < levels.length; first += UNFINISHED_ROUNDS_MAX) {
      const opened: OpenRound[] = [];
      for (const [offset, level] of levels.slice(first, first + UNFINISHED_ROUNDS_MAX).entries()) {
        opened.push(await this.#openRound(player, first + offset + 1, level));
      }
      await Promise.all(opened.map((round) => this.#deliver(player, round)));
    }
  }

  async #signUp(): Promise<Player> {
    const index = ++this.players;
    const phone = `0803${digits(this.#number, 3)}${digits(index, 2)}55`;
    const name = this.#nameOf(index);
    const player = { ...(await signUp(this.#line, name, phone)), index };
    await ask(this.#line, {
      name: `${name} coins`,
      endpoint: getWeeklyVerify,
      params: { phone },
      credential: () => `Bearer ${player.token}`,
    });
    return player;
  }

  async #openRound({ id, index, token }: Player, number: number, level: Level): Promise<OpenRound> {
    const name = `${this.#nameOf(index)} round ${number}`;
    const credential = () => `Bearer ${token}`;
    const { data: questions, meta } = await ask(this.#line, {
      name: `${name} questions`,
      endpoint: getQuestions,
      params: { categoryId: CATEGORY },
      query: { difficulty: level, size: '10', page: '1', play: 'new' },
      key: randomUUID(),
      credential,
    });
    const round = meta?.round;
    if (!round) throw new Breach(`${name}: questions without a round`);
    const transcript = this.#play(questions, round.terms.timerMs);
    const { points, coins, right } = scoreTranscript(round.terms, questions, transcript);
    return {
      name: `${name} result`,
      roundId: round.id,
      secret: round.secret,
      playerId: id,
      points,
      coins,
      issuedAt: Date.parse(round.issuedAt),
      isDelivered: false,
      body: { points, coins, score: right, round: { id: round.id, transcript } },
    };
  }

  /** Some rounds are left early; questions are answered rightly and wrongly, skipped, run out. */
  #play(
    questions: { id: string; options: string[]; answer: string }[],
    timerMs: number,
  ): TranscriptRow[] {
    const { next } = this.#line;
    const shown = next() < 0.2 ? 1 + Math.floor(next() * questions.length) : questions.length;
    return questions.slice(0, shown).map(({ id: questionId, options, answer }) => {
      const draw = next();
      const ms = Math.floor(next() * timerMs);
      if (draw < 0.1) return { questionId, choice: null, ms, end: 'skipped' };
      if (draw < 0.2) return { questionId, choice: null, ms: timerMs, end: 'timeout' };
      const choice = draw < 0.7 ? answer : (options[Math.floor(next() * options.length)] ?? answer);
      return { questionId, choice, ms, end: 'answered' };
    });
  }

  /** With the player's token or the round's secret, by turns, as the page and its worker send it. */
  async #deliver({ token }: Player, { name, secret, body, ...result }: OpenRound): Promise<void> {
    const { next } = this.#line;
    this.submitted.push(result);
    const isKeyless = next() < KEYLESS_SHARE;
    const call = { name, endpoint: postPoints, body };
    const bySecret = `${ROUND_CREDENTIAL} ${secret}`;
    const answer = await callUntilAnswered(
      this.#line,
      isKeyless
        ? { ...call, credential: () => bySecret }
        : {
            ...call,
            key: randomUUID(),
            credential: () => (next() < 0.5 ? bySecret : `Bearer ${token}`),
          },
    );
    if (isKeyless && answer.code === 'round/already-counted') {
      result.isDelivered = true;
      return;
    }
    const { awarded } = yes(name, answer, postPoints).data;
    result.isDelivered = true;
    if (awarded?.points !== result.points || awarded.coins !== result.coins) {
      this.breaches.push(`${name}: counted as ${JSON.stringify(awarded)}`);
    }
  }

  #nameOf(player: number): string {
    return `client ${this.#number} player ${player}`;
  }
}

export const EMAIL = 'ada@example.com';

/** Makes an account for a number, and signs in. */
export async function signUp(
  line: Line,
  name: string,
  phone: string,
): Promise<{ id: number; token: string }> {
  const fields = { name: 'ada', email: EMAIL, phone, platform: 'rave' };
  const made = await ask(line, {
    name: `${name} sign-up`,
    endpoint: postUser,
    key: randomUUID(),
    body: fields,
  });
  // A repeated sign-up brings no token: by number alone, whoever looks it up is signed in.
  const token =
    made.meta?.token ??
    (await ask(line, { name: `${name} look-up`, endpoint: getUser, params: { phone } })).meta
      ?.token;
  return { id: Number(made.data.id), token: token ?? '' };
}

export function digits(number: number, count: number): string {
  return String(number).padStart(count, '0');
}

/** What a proxy in front keeps open. */
const CONNECTIONS = 400;

const PHONE = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-NG,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
};

/** A call as the app makes it. */
export type Asked = {
  endpoint: Endpoint;
  /** Where the endpoint lies, if it is none of the game's own. */
  base?: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  key?: string;
  body?: object;
  token?: string;
  /** The phone's address behind the proxy. */
  address: string;
};

export type Heard = { status: number; body: unknown };

/** Calls servers by turns, over connections that are kept. */
export class ApiCaller {
  readonly #pools: readonly Pool[];
  #turn = 0;

  constructor(ports: readonly number[]) {
    const how = { connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
    this.#pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, how));
  }

  /** Rejects where no answer comes. */
  async call(asked: Asked): Promise<Heard> {
    const { endpoint, base = BASE_PATHS[endpoint.base ?? 'product'], body } = asked;
    const query = asked.query ? `?${new URLSearchParams(asked.query)}` : '';
    this.#turn = (this.#turn + 1) % this.#pools.length;
    const reply = await (this.#pools[this.#turn] as Pool).request({
      method: endpoint.method,
      path: `${base}${pathOf(endpoint, asked.params ?? {})}${query}`,
      headers: {
        ...PHONE,
        'x-forwarded-for': asked.address,
        ...(asked.token && { authorization: `Bearer ${asked.token}` }),
        ...(asked.key && { [IDEMPOTENCY_HEADER]: asked.key }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: reply.statusCode, body: JSON.parse(await textOf(reply)) };
  }
}

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return body.text();
  const bytes = new Uint8Array(await body.arrayBuffer());
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}

/** What a call is made with. */
export type ConformanceCall = {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: object;
  headers?: Record<string, string>;
};

/** How a call was answered: with what fits the contract, or with faults. */
export type Finding = {
  endpoint: Endpoint;
  call: string;
  faults: string[];
  /** What fits and is worth a word. */
  remarks: string[];
  /** The body of the answer, where it is a 'yes' that fits. */
  yes: unknown;
};

/** Makes one call of an API and holds the answer against the contract. */
export async function tryCall(
  url: string,
  endpoint: Endpoint,
  { params = {}, query = {}, body, headers }: ConformanceCall,
): Promise<Finding> {
  const path = pathOf(endpoint, params);
  const address = new URL(`${url}${path}`);
  address.search = new URLSearchParams(query).toString();
  const call = `${endpoint.method} ${path}`;
  try {
    const response = await fetch(address, {
      method: endpoint.method,
      headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
      signal: AbortSignal.timeout(TIMEOUT_MS),
      ...(body && { body: JSON.stringify(body) }),
    });
    return { endpoint, call, ...judge(endpoint, response.status, readJson(await response.text())) };
  } catch (error) {
    return { endpoint, call, ...fault(`no answer: ${reasonOf(error)}`) };
  }
}

type Judgement = Omit<Finding, 'endpoint' | 'call'>;

function judge(endpoint: Endpoint, status: number, body: unknown): Judgement {
  if (body === undefined) return fault(`HTTP ${status}: the body is not JSON`);
  const failure = v.safeParse(failureSchema, body);
  const isNo = failure.success && !failure.output.status;
  if (status >= 400) {
    const { code, message } = failure.success ? failure.output : {};
    return fault(
      `HTTP ${status}: ${code ?? 'no code'}: ${message ?? 'no message'}`,
      ...(isNo ? [] : ['the envelope of a failure has status: false']),
    );
  }
  const reply = readRows(endpoint.reply, body);
  if (!reply.success) return fault(...fieldsOf(reply.issues));
  if (reply.leftOut.length > 0) {
    return fault(
      ...fieldsOf(reply.leftOut).map((field) => `odd rows, which the app leaves out: ${field}`),
    );
  }
  return isNo ? judgeNo(endpoint, failure.output.code) : { faults: [], remarks: [], yes: body };
}

/** A 'no' fits where the flows expect one. */
function judgeNo(endpoint: Endpoint, code: string | null | undefined): Judgement {
  const expected: string[] = codesOf(endpoint).filter((known) => statusesOf(known).includes(200));
  if (expected.length === 0) return fault(`a 'no' (${code ?? 'no code'}) where none is expected`);
  const isKnown = code && expected.includes(code);
  const remark = isKnown ? `a 'no': ${code}` : `a 'no' without a code of the contract: ${code}`;
  return { faults: [], remarks: [remark], yes: null };
}

function statusesOf(code: ErrorCode): readonly number[] {
  return ERROR_CODES[code].statuses;
}

function fault(...faults: string[]): Judgement {
  return { faults, remarks: [], yes: null };
}

/** The fields that do not fit: of the same one in many rows the first, and how many there are. */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const groups = Map.groupBy(issues, (issue) => {
    return `${v.getDotPath(issue)?.replaceAll(/\d+/g, '*')} ${issue.message}`;
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return `${v.getDotPath(first) ?? 'the envelope'}: ${first.message}${more}`;
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

export const USAGE = `npm run conformance -- URL --phone NUMBER [--token TOKEN [--play] [--mobile-money URL [--pay]] [--yes]]

  URL       the base of the product API, like https://api.example.ng/api/v2
  --phone   a number to look up; where the API signs in by code, one is sent to it
  --token   a session token: its player's reads are asked too
  --play    plays one round as that player, after asking; it takes a play and a few coins
  --mobile-money URL
            the base of the mobile-money service: whose wallet the number is and its charges are asked too
  --pay     asks that wallet for ₦100, after asking; its owner's yes on the phone pays it
  --yes     does not ask`;

/** What was asked for cannot be done: the message says why. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** What the command line says. */
type Arguments = Subject & { isAgreed: boolean };

/**
 * Reads the command line.
 * @returns `null` where help is asked for
 * @throws ArgumentError
 */
export function readArguments(args: string[]): Arguments | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [url, ...others] = positionals;
  if (url === undefined) throw new ArgumentError('The URL of the API is missing.');
  if (others.length > 0) throw new ArgumentError(`One URL, please: ${others[0]} is too much.`);
  requireUrl(url);
  if (values.phone === undefined) throw new ArgumentError('--phone is missing.');
  if (values.token?.trim() === '') throw new ArgumentError('--token is empty.');
  if (values.play && values.token === undefined) throw new ArgumentError('--play needs --token.');
  const wallets = values['mobile-money'];
  if (wallets !== undefined) {
    requireUrl(wallets);
    if (values.token === undefined) throw new ArgumentError('--mobile-money needs --token.');
  }
  if (values.pay && wallets === undefined) throw new ArgumentError('--pay needs --mobile-money.');
  return {
    url: withoutLastSlash(url),
    mobileMoneyUrl: wallets === undefined ? null : withoutLastSlash(wallets),
    phone: readPhone(values.phone),
    token: values.token ?? null,
    mayPlay: values.play ?? false,
    mayPay: values.pay ?? false,
    isAgreed: values.yes ?? false,
  };
}

function requireUrl(url: string): void {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw new ArgumentError(`${url} is no address that starts with https:// or http://.`);
}

const withoutLastSlash = (url: string) => url.replace(/\/+$/, '');

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const asked = { phone: text, token: text, 'mobile-money': text };
  const options = { ...asked, play: flag, pay: flag, yes: flag, help: flag };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function readPhone(given: string): string {
  if (isStoredPhone(given)) return given;
  const reading = readTypedPhone(given);
  if ('message' in reading) throw new ArgumentError(`--phone ${given}: ${reading.message}.`);
  return reading.phone;
}
