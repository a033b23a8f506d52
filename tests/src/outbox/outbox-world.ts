import { AsyncLocalStorage } from 'node:async_hooks';
import { vi } from 'vitest';
import type { PointsSubmission } from '../../../src/contract/points.ts';
import type { PhoneStore } from '../../../src/lib/phone-store.ts';
import type { OutboxEntry } from '../../../src/outbox/entries.ts';
import type { queueEntry } from '../../../src/outbox/schedule.ts';
import type { Sender } from '../../../src/outbox/send.ts';
import { resultEntry } from '../../../src/round/result-entry.ts';
import { beginRound, stepRound } from '../../../src/rules/round.ts';
import { aRound, aUser, NOON, questions } from '../../support/builders.ts';

// The outbox runs unchanged, down to the phone's storage, `fetch`, the locks and the timers. Calls
// to these stay pending until a command completes them, well or badly.

/** A tab or the worker, with a memory of its own that is lost when it is closed. */
export type Page = {
  isOpen: boolean;
  isTab: boolean;
  sender: Sender;
  /** The keys that it queued, that are in its outbox, and that it was told are counted. */
  queued: Set<string>;
  waiting: readonly string[];
  told: Set<string>;
  queue: typeof queueEntry;
  /** It becomes visible: what the loop does on `visibilitychange`. */
  show: () => void;
  stop: () => void;
};

/**
 * The outcome of a stage: a fault comes before its work or after it; `twice` is caused by the
 * network.
 */
export type How = 'well' | 'fails before' | 'fails after' | 'garbled' | 'twice';

/** A pending operation; `goOn` gives whether it has a next stage. */
type Work = { page: Page; what: What; stage: () => string; goOn: (how: How) => boolean };
type What = 'storing' | 'changing' | 'deleting' | 'calling';

type Request = { key: string; roundId: string; body: string; authorization: string };
type Reply = { status: number; body: unknown };

const here = new AsyncLocalStorage<Page>();
/** The world of the current run. */
let world: World;
/** The faults that the runs have met, by stage. */
export const seen = new Set<string>();

/** Counts a result by its key alone, so that one sent under two keys is paid twice. */
class Server {
  readonly counted = new Map<string, number>();
  readonly #replies = new Map<string, { body: string; reply: Reply }>();
  readonly #running = new Set<string>();
  #knowsRounds = false;

  /** After 7 days keys are forgotten; then the rounds themselves show which results have counted. */
  forgetKeys(): void {
    this.#replies.clear();
    this.#knowsRounds = true;
  }

  /** The reply that can be given at once, or `null` when the work begins. */
  begin({ key, roundId, body, authorization }: Request): Reply | null {
    if (authorization === 'Bearer token-of-before') return no(401, 'session/required');
    if (authorization === 'Bearer token-of-bola') return no(403, 'round/not-yours');
    const isGood = ['Bearer token-of-ada', `Round ${secretOf(roundId)}`].includes(authorization);
    if (!isGood) return no(404, 'round/unknown');
    if (this.#running.has(key)) return no(409, 'idempotency/running');
    const kept = this.#replies.get(key);
    if (kept) return kept.body === body ? kept.reply : no(422, 'idempotency/mismatch');
    if (this.#knowsRounds && this.counted.has(roundId)) return no(409, 'round/already-counted');
    this.#running.add(key);
    return null;
  }

  end({ key, roundId, body, authorization }: Request, isCommitted: boolean): Reply {
    this.#running.delete(key);
    if (!isCommitted) return no(500, 'server/error');
    this.counted.set(roundId, (this.counted.get(roundId) ?? 0) + 1);
    const awarded = { points: 10, coins: 15 };
    const own = { data: { awarded, user: aUser() }, meta: { token: 'token-of-ada' } };
    const rest = authorization.startsWith('Bearer') ? own : { data: { awarded } };
    const reply = { status: 200, body: { status: true, ...rest } };
    this.#replies.set(key, { body, reply });
    return reply;
  }
}

const no = (status: number, code: string): Reply => ({
  status,
  body: { status: false, data: null, message: 'No.', code },
});

/** A phone with its pages, and the server. */
export class World {
  readonly server = new Server();
  readonly disk = new Map<string, OutboxEntry>();
  /** Everything that was ever on the disk. */
  readonly stored = new Set<string>();
  readonly locks = new Map<string, Page>();
  pages: Page[] = [];
  work: Work[] = [];
  results = 0;
  calls = 0;
  /** The number of next reads that fail. */
  refusedReads = 0;

  async open(sender: Sender, isWorker = false): Promise<void> {
    const page: Page = {
      isOpen: true,
      isTab: !isWorker,
      sender,
      queued: new Set(),
      waiting: [],
      told: new Set(),
      queue: async () => false,
      show: () => {},
      stop: () => {},
    };
    this.pages.push(page);
    vi.resetModules();
    await here.run(page, async () => {
      if (isWorker) {
        const { sendWaiting } = await import('../../../src/outbox/send.ts');
        void sendWaiting(null, { force: true }).then(() => this.close(page, 'well'));
        return;
      }
      const loop = await import('../../../src/outbox/schedule.ts');
      page.queue = (entry) => here.run(page, () => loop.queueEntry(entry));
      page.show = () => here.run(page, () => void loop.sendNow());
      page.stop = loop.startOutbox({
        sender: () => page.sender,
        onEntries: (entries) => {
          page.waiting = entries.map(({ key }) => key);
        },
        onOutcome: (key, { state }) => {
          if (state === 'counted') page.told.add(key);
        },
      });
    });
  }

  /** Closes a page at any moment; its calls to the phone are done (`well`) or lost. */
  close(page: Page, how: How): void {
    const own = this.work.filter((one) => one.page === page);
    for (const one of own) seen.add(`closed while ${one.what} was ${one.stage()}`);
    const writes = own.filter(({ what }) => what !== 'calling');
    if (how === 'well') for (const { goOn } of writes) goOn('well');
    page.isOpen = false;
    page.stop();
    this.work = this.work.filter((one) => !writes.includes(one));
    this.pages = this.pages.filter((other) => other !== page);
    for (const [name, holder] of this.locks) if (holder === page) this.locks.delete(name);
  }

  /** A round ends on a page; two tabs may have made two different results of it. */
  queue(page: Page, number: number, choice: number): void {
    const id = `round-${number}`;
    const issued = { id, secret: secretOf(id) };
    const round = aRound({ key: `key-${number}`, issued, playerId: 'id-of-ada' });
    const text = questions()[0]?.options[choice] ?? '';
    const answer = { type: 'answer', choice: text, at: NOON + 900 } as const;
    const state = stepRound(beginRound(round.terms, questions(), NOON), answer);
    page.queued.add(round.key);
    void page.queue(resultEntry(round, { ...state, left: true }, Date.now()));
  }

  goOn(index: number, how: How): void {
    const one = this.work[index % this.work.length];
    if (!one) return;
    seen.add(`${one.what} that was ${one.stage()} ${how}`);
    if (!one.goOn(how)) this.work = this.work.filter((other) => other !== one);
  }

  /** Everything pending is completed. */
  async flow(): Promise<void> {
    for (let step = 0; this.work.length > 0; step++) {
      if (step > 1000) throw new Error('The outbox never comes to rest.');
      this.goOn(0, 'well');
      await settled();
    }
  }

  /** No more faults: open pages continue by their own alarms only. */
  async runOn(): Promise<void> {
    this.refusedReads = 0;
    for (let minute = 0; minute < 30; minute++) {
      if (this.pages.length === 0) await this.open(null);
      await settled();
      await this.flow();
      const isIdle = this.pages.every(({ waiting }) => waiting.length === 0);
      if (isIdle && this.disk.size === 0) return;
      vi.advanceTimersByTime(60_000);
    }
  }
}

/** A phone and a server with nothing on them yet. */
export function newWorld(): World {
  world = new World();
  return world;
}

const secretOf = (roundId: string) => `secret-of-${roundId}`.padEnd(43, '-');

/** Waits until every page waits for the phone, the server or an alarm. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 3; turn++) await new Promise((next) => setImmediate(next));
}

function thisPage(): Page {
  const page = here.getStore();
  if (!page) throw new Error('No page is at it.');
  return page;
}

/** Asks the phone to write: refused, or done, or done without a reply. */
function write(what: What, effect: () => void): Promise<boolean> {
  const page = thisPage();
  return new Promise((resolve) => {
    let answer: boolean | null = null;
    const goOn = (how: How) => {
      if (answer !== null) {
        if (page.isOpen) resolve(answer);
        return false;
      }
      if (how !== 'fails before') effect();
      answer = !how.startsWith('fails');
      return true;
    };
    const stage = () => (answer === null ? 'asked' : 'done');
    if (page.isOpen) world.work.push({ page, what, stage, goOn });
  });
}

function put(key: string, value: OutboxEntry): void {
  world.disk.set(key, structuredClone(value));
  world.stored.add(key);
}

function read<Found>(found: Found, otherwise: Found): Found {
  if (world.refusedReads === 0) return structuredClone(found);
  world.refusedReads -= 1;
  return otherwise;
}

export const phone: PhoneStore<OutboxEntry> = {
  read: async (key) => read<OutboxEntry | undefined | null>(world.disk.get(key), null),
  readAll: async () => read<[string, OutboxEntry][] | null>([...world.disk], null),
  write: (key, value) => write('storing', () => put(key, value)),
  change: (key, change) =>
    write('changing', () => {
      const value = world.disk.get(key);
      if (value) put(key, change(structuredClone(value)));
    }),
  remove: (key) => write('deleting', () => world.disk.delete(key)),
  replace: async () => false,
  clear: async () => false,
};

const JSON_HEADERS = { 'Content-Type': 'application/json' };

/** A call: sent, worked on, answered. Each stage may fail; a closed page's call goes on. */
export async function callServer(input: globalThis.Request): Promise<Response> {
  const page = thisPage();
  world.calls += 1;
  const body = await input.text();
  const request: Request = {
    key: input.headers.get('Idempotency-Key') ?? `none ${world.calls}`,
    roundId: (JSON.parse(body) as PointsSubmission).round?.id ?? '',
    body,
    authorization: input.headers.get('Authorization') ?? '',
  };
  return new Promise((resolve, reject) => {
    const lose = () => {
      if (page.isOpen) reject(new TypeError('Failed to fetch'));
      return false;
    };
    const answer = (text: string, status: number) => {
      if (page.isOpen) resolve(new Response(text, { status, headers: JSON_HEADERS }));
      return false;
    };
    const hotspot = () => answer('<html>Welcome to the hotspot</html>', 200);
    const start = () => {
      let reply: Reply | null = null;
      let isSent = false;
      const goOn = (how: How): boolean => {
        if (!isSent) {
          if (how === 'fails before') return lose();
          if (how === 'garbled') return hotspot();
          if (how === 'twice') start();
          isSent = true;
          reply = world.server.begin(request);
          return true;
        }
        if (reply === null) {
          reply = world.server.end(request, how !== 'fails before');
          return how === 'fails after' ? lose() : true;
        }
        if (how.startsWith('fails')) return lose();
        return how === 'garbled' ? hotspot() : answer(JSON.stringify(reply.body), reply.status);
      };
      const stage = () => (isSent ? (reply ? 'answered' : 'worked on') : 'sent');
      world.work.push({ page, what: 'calling', stage, goOn });
    };
    if (page.isOpen) start();
  });
}

export const locks = {
  request: async (name: string, _: unknown, work: (lock: object | null) => Promise<unknown>) => {
    const page = thisPage();
    if (world.locks.has(name)) return work(null);
    world.locks.set(name, page);
    const result = await work({});
    if (world.locks.get(name) === page) world.locks.delete(name);
    return result;
  },
};
