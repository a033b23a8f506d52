import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  ChaosRelay,
  FAULT_KINDS,
  type FaultKind,
  faultOf,
  KillPlan,
  NAME_HEADER,
} from '../../../../scripts/lib/chaos/faults.ts';

describe('faults', () => {
  const REQUESTS = Array.from({ length: 2_000 }, (_, index) => `request ${index}`);

  function kindsOf(seed: number) {
    return REQUESTS.map((request) => faultOf(seed, request, 1).kind);
  }

  test('one seed gives one run of faults, another seed another', () => {
    expect(kindsOf(1)).toEqual(kindsOf(1));
    expect(kindsOf(2)).not.toEqual(kindsOf(1));
  });

  test('a request that is sent again meets a fault of its own', () => {
    const first = REQUESTS.map((request) => faultOf(1, request, 1).kind);
    const second = REQUESTS.map((request) => faultOf(1, request, 2).kind);
    expect(second).not.toEqual(first);
  });

  test('every kind of fault comes, and most requests pass', () => {
    const kinds = kindsOf(1);
    expect(new Set(kinds)).toEqual(new Set([null, ...FAULT_KINDS]));
    expect(kinds.filter((kind) => kind === null).length).toBeGreaterThan(REQUESTS.length / 2);
  });
});

describe('kills', () => {
  const REQUESTS = Array.from({ length: 100 }, (_, index) => `purchase ${index} charge`);

  function newPlan(): KillPlan {
    return new KillPlan({ ending: ' charge', seed: '1' }, { requests: 100, kills: 4 });
  }

  test('all kills come, each by a request that comes for the first time', () => {
    const plan = newPlan();
    const kills = REQUESTS.flatMap((request) => plan.count(request) ?? []);
    expect(kills).toHaveLength(4);
    expect(kills.filter(({ againAfterMs }) => againAfterMs !== null)).toHaveLength(1);
  });

  test('other requests count for nothing', () => {
    const plan = newPlan();
    for (const index of REQUESTS.keys()) {
      expect(plan.count(`purchase ${index} verify`)).toBeUndefined();
    }
    expect(plan.repeated).toBe(0);
  });

  test('copies are counted beyond the first of each', () => {
    const plan = newPlan();
    for (const request of ['a charge', 'b charge', 'a charge', 'a charge']) plan.count(request);
    expect(plan.repeated).toBe(2);
  });
});

describe('relay', () => {
  const BODY = 'a whole result';

  const REPLY = 'counted '.repeat(100);

  let server: Server;

  let relay: ChaosRelay;

  /** The requests that the server has read completely, in the order of their arrival. */
  let arrived: { name: string; body: string }[];

  /** The fault of a request when it is first sent. */
  let faults: Record<string, FaultKind>;

  beforeEach(async () => {
    arrived = [];
    faults = {};
    server = createServer(async (request, reply) => {
      expect(request.headers[NAME_HEADER]).toBeUndefined();
      const body = await text(request).catch(() => null);
      if (body === null) return;
      arrived.push({ name: String(request.url).slice(1), body });
      reply.end(REPLY);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    relay = await ChaosRelay.start({
      faultOf: (name, sending) => ({
        kind: sending === 1 ? (faults[name] ?? null) : null,
        waitMs: faults[name] === 'reordered' ? 60_000 : 5,
      }),
    });
    relay.targets = [new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)];
  });

  afterEach(async () => {
    await relay.stop();
    server.closeAllConnections();
    server.close();
  });

  async function send(name: string): Promise<string> {
    const headers = { [NAME_HEADER]: name };
    const reply = await fetch(`${relay.url}/${name}`, { method: 'POST', headers, body: BODY });
    return reply.text();
  }

  function arrivals(): string[] {
    return arrived.map(({ name }) => name);
  }

  test('a request without a fault passes as it is', async () => {
    expect(await send('one')).toBe(REPLY);
    expect(arrived).toEqual([{ name: 'one', body: BODY }]);
  });

  test('a dropped request never arrives, and passes when it is sent again', async () => {
    faults = { one: 'request dropped' };
    await expect(send('one')).rejects.toThrow();
    expect(arrivals()).toEqual([]);
    expect(await send('one')).toBe(REPLY);
  });

  test('a dropped reply is dropped after the server has given it', async () => {
    faults = { one: 'reply dropped' };
    await expect(send('one')).rejects.toThrow();
    expect(arrivals()).toEqual(['one']);
  });

  test.each(['repeated at once', 'repeated later'] as const)(
    'a request that is %s arrives twice and is answered once',
    async (kind) => {
      faults = { one: kind };
      expect(await send('one')).toBe(REPLY);
      await relay.settled();
      expect(arrivals()).toEqual(['one', 'one']);
    },
  );

  test('a reordered request lets later ones pass', async () => {
    faults = { slow: 'reordered' };
    const slow = send('slow');
    // It is held before the next is sent.
    while (relay.faults.reordered === 0) await new Promise((done) => setImmediate(done));
    for (const name of ['one', 'two', 'three']) await send(name);
    expect(await slow).toBe(REPLY);
    expect(arrivals().indexOf('slow')).toBeGreaterThan(arrivals().indexOf('two'));
  });

  test('a delayed request arrives', async () => {
    faults = { one: 'delayed' };
    expect(await send('one')).toBe(REPLY);
  });

  test('a request that is cut never arrives whole', async () => {
    faults = { one: 'cut in the request' };
    await expect(send('one')).rejects.toThrow();
    await relay.settled();
    expect(arrivals()).toEqual([]);
  });

  test('a reply that is cut cannot be read', async () => {
    faults = { one: 'cut in the reply' };
    await expect(send('one')).rejects.toThrow();
    expect(arrivals()).toEqual(['one']);
  });

  test('faults are counted by kind', async () => {
    faults = { one: 'reply dropped', two: 'reply dropped', three: 'delayed' };
    await Promise.allSettled(['one', 'two', 'three', 'four'].map(send));
    expect(relay.faults).toMatchObject({ 'reply dropped': 2, delayed: 1, reordered: 0 });
  });

  test('without a server nobody is answered', async () => {
    relay.targets = [];
    await expect(send('one')).rejects.toThrow();
  });
});
