import { setTimeout as pause } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { type Dispatcher, Pool } from 'undici';
import { seededNumbers } from '../../../question-bank/reader/seeded-numbers.ts';
import { shuffle } from '../../../question-bank/reader/shuffle.ts';
import { type Api, apiOver, bodyOf, type Send, TIMEOUT_MS } from '../player/call.ts';
import { callsOf100Visits, Evening, isRight, type Kind, type Move } from './evening.ts';

/** The tasks of the generator's process. */
export type Order =
  | { do: 'open'; ports: number[]; seed: number }
  | { do: 'prepare'; players: number; lapsed: number; rounds: number }
  | { do: 'run'; rate: number; seconds: number };

/** How long each call of a kind took, in milliseconds. */
export type Served = { kind: Kind; times: number[] };

export type Played = {
  served: Served[];
  /** How often each kind of unexpected answer came. */
  errors: Record<string, number>;
  /** From the first call to the last answer. */
  seconds: number;
  cpuMs: number;
  /** The results and points that the server has confirmed since the generator began. */
  counted: { results: number; points: number };
  /** How many results since then got no answer, or another answer than 'yes'. */
  unsure: number;
  crowd: string;
};

/** How many calls are made at once while nothing is measured. */
const AT_ONCE = 24;
/** A call that no player can make yet is tried again within this many seconds. */
const PUT_OFF_SECONDS = 5;
/** The bench fails if no player can make a kind of call for longer than this. A round takes 15 seconds. */
const MOST_PUT_OFF_MS = 60_000;

let evening: Evening;
let api: Api;
let next: () => number;
let unsure = 0;

process.on('message', async (order: Order) => {
  try {
    process.send?.({ done: await carryOut(order) });
  } catch (error) {
    process.send?.({ failed: error instanceof Error ? error.stack : String(error) });
  }
});
process.on('disconnect', () => process.exit());

async function carryOut(order: Order): Promise<Played | null> {
  switch (order.do) {
    case 'open':
      next = seededNumbers(order.seed);
      api = apiOver(overPools(order.ports));
      evening = new Evening(api, next);
      return null;
    case 'prepare':
      await inTurn(order.players, () => evening.arrivals.signIn());
      await inTurn(order.lapsed, () => evening.arrivals.signInLapsed());
      await inTurn(order.players, () => evening.move('weekly plan'));
      await inTurn(order.rounds, () => evening.move('questions'));
      return null;
    case 'run':
      return run(order.rate, order.seconds);
  }
}

/** Makes `count` calls, and throws if the answer to one of them is not as expected. */
async function inTurn(count: number, move: () => Move | null): Promise<void> {
  let left = count;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const made = move();
        if (made === null) throw new Error('nobody is there to make a call');
        const fault = await makeCall(made);
        if (fault !== null) throw new Error(`a call of the preparation failed: ${fault}`);
      }
    }),
  );
}

/** Makes a call. Gives what was wrong with its answer, or `null`. */
async function makeCall(move: Move): Promise<string | null> {
  const { endpoint } = move.call;
  try {
    const reply = await api(move.call);
    if (isRight(move, reply)) {
      const body = reply.body as Parameters<NonNullable<Move['heard']>>[0];
      if (body.status) move.heard?.(body);
      return null;
    }
    const { status, body } = reply;
    return `${endpoint.method} ${endpoint.path}: ${status} ${body.code ?? 'without a code'}`;
  } catch (error) {
    const { code, message } = error as { code?: string; message: string };
    return `${endpoint.method} ${endpoint.path}: ${code ?? message}`;
  }
}

/**
 * Makes calls at an even pace, however long answers take. Each call is timed from the moment at which it was
 * due, so that waiting for a slow server counts.
 */
async function run(rate: number, seconds: number): Promise<Played> {
  const times = new Map<Kind, number[]>();
  const errors: Record<string, number> = {};
  const cpuBefore = process.cpuUsage();
  const kinds = new Deck(rate);
  const inFlight = new Set<Promise<void>>();
  const call = async (kind: Kind, move: Move, dueAt: number) => {
    const fault = await makeCall(move);
    const took = performance.now() - dueAt;
    const before = times.get(kind);
    if (before) before.push(took);
    else times.set(kind, [took]);
    if (fault === null) return;
    errors[fault] = (errors[fault] ?? 0) + 1;
    if (kind === 'result') unsure += 1;
  };
  const startedAt = performance.now();
  for (let made = 0; made < rate * seconds; ) {
    const due = Math.min(rate * seconds, ((performance.now() - startedAt) / 1000) * rate);
    for (; made < due; made += 1) {
      const { kind, move } = kinds.draw((one) => evening.move(one));
      const one = call(kind, move, startedAt + (made * 1000) / rate);
      inFlight.add(one);
      void one.finally(() => inFlight.delete(one));
    }
    await pause(1);
  }
  await Promise.all(inFlight);
  const took = performance.now() - startedAt;
  const { user, system } = process.cpuUsage(cpuBefore);
  return {
    served: [...times].map(([kind, ones]) => ({ kind, times: ones })),
    errors,
    seconds: took / 1000,
    cpuMs: (user + system) / 1000,
    counted: evening.counted,
    unsure,
    crowd: evening.crowd,
  };
}

/**
 * An endless list of an evening's calls, in a mixed order. A call that no player can make yet is put among
 * the calls of the next seconds. If such calls were made as soon as possible, they would come all at once, as
 * on no real evening.
 */
class Deck {
  readonly #ahead: number;
  readonly #left: Kind[] = [];
  /** Since when calls of each kind are put off. */
  readonly #putOffSince = new Map<Kind, number>();

  constructor(rate: number) {
    this.#ahead = rate * PUT_OFF_SECONDS;
  }

  /** Draws the next call that a player can make, with its kind. */
  draw(moveOf: (kind: Kind) => Move | null): { kind: Kind; move: Move } {
    for (;;) {
      while (this.#left.length <= this.#ahead) {
        this.#left.unshift(...shuffle(callsOf100Visits(), next));
      }
      const kind = this.#left.pop() as Kind;
      const move = moveOf(kind);
      if (move !== null) {
        this.#putOffSince.delete(kind);
        return { kind, move };
      }
      const now = performance.now();
      const since = this.#putOffSince.get(kind) ?? now;
      if (now - since > MOST_PUT_OFF_MS) {
        throw new Error(`nobody is there for ${kind}: ${evening.crowd}`);
      }
      this.#putOffSince.set(kind, since);
      const place = this.#left.length - Math.floor(next() * this.#ahead);
      this.#left.splice(place, 0, kind);
    }
  }
}

/** How many connections a proxy in front of the server keeps open. */
const CONNECTIONS = 400;

const PHONE = {
  accept: 'application/json',
  'accept-encoding': 'gzip, deflate, br, zstd',
  'accept-language': 'en-NG,en;q=0.9',
  'user-agent':
    'Mozilla/5.0 (Linux; Android 13; SM-A135F) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
};

/** Calls the servers in turn, over connections that stay open. Rejects if no answer comes. */
function overPools(ports: readonly number[]): Send {
  const how = { connections: CONNECTIONS, headersTimeout: TIMEOUT_MS, bodyTimeout: TIMEOUT_MS };
  const pools = ports.map((port) => new Pool(`http://127.0.0.1:${port}`, how));
  let turn = 0;
  return async ({ method, path, headers, body }) => {
    turn = (turn + 1) % pools.length;
    const reply = await (pools[turn] as Pool).request({
      method,
      path,
      headers: { ...PHONE, ...headers, ...(body && { 'content-type': 'application/json' }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const { statusCode: status, headers: told } = reply;
    return { status, headers: told, body: bodyOf(status, await textOf(reply)) };
  };
}

async function textOf({ headers, body }: Dispatcher.ResponseData): Promise<string> {
  const encoding = headers['content-encoding'];
  if (encoding === undefined) return body.text();
  const bytes = new Uint8Array(await body.arrayBuffer());
  return (encoding === 'br' ? brotliDecompressSync(bytes) : gunzipSync(bytes)).toString();
}
