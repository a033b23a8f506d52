// @module-tag once
import { AsyncResource } from 'node:async_hooks';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Sender } from '../../../src/outbox/send.ts';
import { NOON } from '../../support/builders.ts';
import {
  callServer,
  type How,
  locks,
  newWorld,
  type Page,
  phone,
  seen,
  settled,
  type World,
} from './outbox-world.ts';

// Any order of actions by players, phones and networks, with the real outbox; its world is in
// outbox-world.ts.

vi.mock('../../../src/lib/phone-store.ts', () => ({
  // The outbox opens its store as it is loaded, before the world is there.
  phoneStore: () => new Proxy({}, { get: (_, name) => Reflect.get(phone, name) }),
}));

const PAGES_MAX = 3;

/** The world of the current run. */
let world: World;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'], now: NOON });
  const { setTimeout } = globalThis;
  // An alarm rings in the page that set it.
  vi.stubGlobal('setTimeout', (run: () => void, ms: number) =>
    setTimeout(AsyncResource.bind(run), ms),
  );
  vi.stubGlobal('fetch', callServer);
  // The random part of the waits.
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(navigator, 'locks');
});

const PERSONAL = /token-of|id-of|2348030000000|ada@example|"Ada"/;

/** The invariants that hold at every moment. */
function check(): void {
  for (const [id, times] of world.server.counted) expect(times, `${id} counted`).toBe(1);
  for (const entry of world.disk.values()) expect(JSON.stringify(entry)).not.toMatch(PERSONAL);
  for (const key of world.pages.flatMap(({ told }) => [...told])) {
    expect(world.server.counted.has(roundOf(key)), `${key} told as counted`).toBe(true);
  }
}

const roundOf = (key: string) => key.replace('key', 'round');

/** A step of a run, with its name for a failing run. */
class Happening implements fc.AsyncCommand<object, World> {
  readonly #name: string;
  readonly #does: (world: World) => unknown;

  constructor(name: string, does: (world: World) => unknown) {
    this.#name = name;
    this.#does = does;
  }

  check = () => true;

  async run(_model: object, real: World): Promise<void> {
    await this.#does(real);
    await settled();
    check();
  }

  toString = () => this.#name;
}

const SENDERS: Record<string, Sender> = {
  ada: { playerId: 'id-of-ada', token: 'token-of-ada' },
  bola: { playerId: 'id-of-bola', token: 'token-of-bola' },
  'ada, signed out elsewhere': { playerId: 'id-of-ada', token: 'token-of-before' },
  nobody: null,
};

const anySender = fc.constantFrom(...Object.keys(SENDERS));
const anyHow = fc.constantFrom<How[]>(
  ...(['well', 'well', 'well', 'well'] as const),
  ...(['fails before', 'fails after', 'garbled', 'twice'] as const),
);
const anyPage = fc.nat(PAGES_MAX - 1);

function onPage(index: number, does: (page: Page, world: World) => unknown) {
  return (real: World) => {
    const page = real.pages[index % real.pages.length];
    return page && does(page, real);
  };
}

const goesOn = fc
  .tuple(fc.nat(3), anyHow)
  .map(([index, how]) => new Happening(`#${index} ${how}`, (real) => real.goOn(index, how)));

const queues = fc.tuple(anyPage, fc.nat(1), fc.boolean()).map(
  ([index, choice, isNew]) =>
    new Happening(
      `page ${index} queues ${isNew ? 'a result' : 'the last round again'} (${choice})`,
      onPage(index, (page, real) => {
        if (isNew) real.results += 1;
        real.queue(page, real.results, choice);
      }),
    ),
);

const happenings = [
  fc.tuple(anySender, fc.boolean()).map(
    ([who, isWorker]) =>
      new Happening(`open ${isWorker ? 'the worker' : `a page of ${who}`}`, (real) => {
        const hasRoom = real.pages.length < PAGES_MAX;
        return hasRoom && real.open(SENDERS[who] ?? null, isWorker);
      }),
  ),
  ...Array.from({ length: 4 }, () => queues),
  ...Array.from({ length: 16 }, () => goesOn),
  fc.constant(new Happening('all goes on', (real) => real.flow())),
  fc.tuple(anyPage, anyHow).map(
    ([index, how]) =>
      new Happening(
        `page ${index} is closed, its writes ${how}`,
        onPage(index, (page, real) => {
          real.close(page, how);
          // The tab behind it becomes visible.
          real.pages.find(({ isTab }) => isTab)?.show();
        }),
      ),
  ),
  fc
    .constantFrom(500, 1000, 31_000, 120_000)
    .map((ms) => new Happening(`${ms} ms`, () => vi.advanceTimersByTime(ms))),
  fc.tuple(anyPage, anySender).map(
    ([index, who]) =>
      new Happening(
        `page ${index} is of ${who}`,
        onPage(index, (page) => {
          page.sender = SENDERS[who] ?? null;
        }),
      ),
  ),
  fc.integer({ min: 1, max: 3 }).map(
    (count) =>
      new Happening(`${count} readings are refused`, (real) => {
        real.refusedReads = count;
      }),
  ),
  fc.constant(new Happening('the server forgets its keys', (real) => real.server.forgetKeys())),
];

test.each([
  ['with locks', locks],
  ['on an old phone without locks', undefined],
])(
  '%s, each stored result counts exactly once, whatever fails',
  async (_where, value) => {
    Object.defineProperty(navigator, 'locks', { configurable: true, value });
    const property = fc.asyncProperty(
      fc.commands(happenings, { maxCommands: 80, size: 'max' }),
      async (commands) => {
        vi.clearAllTimers();
        vi.setSystemTime(NOON);
        world = newWorld();
        await world.open(SENDERS.ada ?? null);
        await fc.asyncModelRun(() => ({ model: {}, real: world }), commands);
        await world.runOn();
        check();
        // Anything that no disk stored lives as long as its page.
        const due = new Set([...world.stored, ...world.pages.flatMap(({ queued }) => [...queued])]);
        expect([...due].filter((key) => !world.server.counted.has(roundOf(key)))).toEqual([]);
        expect([...world.disk.keys()]).toEqual([]);
        expect(world.pages.flatMap(({ waiting }) => waiting)).toEqual([]);
        for (const page of world.pages) world.close(page, 'well');
      },
    );
    await fc.assert(property, { seed: 20_261_121, numRuns: 150 });
  },
  60_000,
);

test('the runs come by a fault and a closed page before and after each step', () => {
  for (const what of ['storing', 'changing', 'deleting', 'calling']) {
    const isCall = what === 'calling';
    for (const stage of isCall ? ['sent', 'worked on', 'answered'] : ['asked', 'done']) {
      expect([...seen]).toContain(`closed while ${what} was ${stage}`);
      if (stage === 'done') continue;
      expect([...seen]).toContain(`${what} that was ${stage} fails before`);
      expect([...seen]).toContain(`${what} that was ${stage} fails after`);
    }
  }
});
