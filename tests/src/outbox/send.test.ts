// @module-tag once
import { describe, expect, test } from 'vitest';
import { profileEntry, reportEntry } from '../../../src/outbox/entries.ts';
import { type Sender, sendEntry, sendWaiting } from '../../../src/outbox/send.ts';
import { putEntry, readEntries, readEntry } from '../../../src/outbox/store.ts';
import { aMessage, anEntry, aUser, NOON } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';

const ada: Sender = { playerId: 'player-1', token: 'token-of-ada' };
const counted: Answer = { data: { awarded: { points: 10, coins: 15 } } };
const now = () => NOON;

async function stored(parts: Parameters<typeof anEntry>[0] = {}) {
  const entry = anEntry(parts);
  await putEntry(entry);
  return entry;
}

describe('a result that the server has', () => {
  test('leaves the outbox, and its reply brings the newer user', async () => {
    const entry = await stored();
    const user = aUser({ pointBalance: 985 });
    const seen = answer('post', 'points', {
      data: { user, awarded: { points: 10, coins: 15 } },
      meta: { token: 'newer' },
    });
    const outcome = await sendEntry(entry, ada, now);
    expect(outcome).toEqual({
      state: 'counted',
      awarded: { points: 10, coins: 15 },
      user,
      place: null,
      token: 'newer',
    });
    expect(await readEntries()).toEqual([]);
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe(entry.key);
    expect(seen[0]?.body).toEqual(entry.submission);
  });

  test.each([
    ['from before', { status: 409, code: 'round/already-counted' }],
    ['from another tab, played otherwise,', { status: 422, code: 'idempotency/mismatch' }],
  ])('%s is counted as well', async (_what, reply) => {
    const entry = await stored();
    answer('post', 'points', reply);
    expect(await sendEntry(entry, ada, now)).toMatchObject({ state: 'counted', awarded: null });
    expect(await readEntries()).toEqual([]);
  });
});

describe('with nobody signed in', () => {
  test("a result goes by its round's own credential", async () => {
    const entry = await stored();
    const seen = answer('post', 'points', counted);
    expect(await sendEntry(entry, null, now)).toMatchObject({ state: 'counted' });
    expect(seen[0]?.headers.get('Authorization')).toBe(`Round ${entry.roundSecret}`);
  });
});

describe('with another player signed in', () => {
  test.each([
    ['another player', { status: 403, code: 'round/not-yours' }],
    ['a token that is no longer good', { status: 401, code: 'session/required' }],
  ] as const)('%s: a result goes on by its own credential', async (_who, refusal) => {
    const entry = await stored();
    const seen = answer('post', 'points', refusal, counted);
    expect(await sendEntry(entry, ada, now)).toMatchObject({ state: 'counted', user: null });
    expect(seen.map(({ headers }) => headers.get('Authorization')?.split(' ')[0])).toEqual([
      'Bearer',
      'Round',
    ]);
    expect(await readEntries()).toEqual([]);
  });
});

describe('a result that cannot be delivered now', () => {
  test.each<[string, Answer]>([
    ['no answer', 'no answer'],
    ['408', { status: 408, code: 'x' }],
    ['425', { status: 425, code: 'x' }],
    ['429', { status: 429, code: 'x' }],
    ['500', { status: 500, code: 'server/error' }],
    ['503', { status: 503, code: 'server/unavailable' }],
    ['the same call running', { status: 409, code: 'idempotency/running' }],
    ['a page of HTML instead of a reply', { raw: '<html>Welcome to the hotspot</html>' }],
    ["a proxy's own refusal", { status: 403, code: 'unknown' }],
  ])('waits after %s, longer each time', async (_what, reply) => {
    await stored();
    answer('post', 'points', reply);
    const waits: number[] = [];
    for (let tries = 1; tries <= 8; tries++) {
      const entry = await readEntry('round-1');
      if (!entry) throw new Error('The entry is gone.');
      const outcome = await sendEntry(entry, ada, now);
      if (outcome.state !== 'waiting') throw new Error('It should wait.');
      waits.push(outcome.nextAttemptAt - NOON);
      expect(await readEntry('round-1')).toMatchObject({ attempts: tries, refusal: null });
    }
    for (const [index, wait] of waits.entries()) {
      const whole = Math.min(30_000, 1000 * 2 ** index);
      expect(wait).toBeGreaterThanOrEqual(whole / 2);
      expect(wait).toBeLessThanOrEqual(whole);
    }
  });

  test('waits at least as long as the server asks', async () => {
    const entry = await stored();
    answer('post', 'points', { status: 429, code: 'x', headers: { 'Retry-After': '90' } });
    const outcome = await sendEntry(entry, ada, now);
    expect(outcome).toMatchObject({ state: 'waiting', nextAttemptAt: NOON + 90_000 });
  });

  test('as the phone has sent too much lets the others wait as long, untried, and all count in the end', async () => {
    for (const key of ['round-1', 'round-2', 'round-3']) await stored({ key });
    await stored({ key: 'round-4', nextAttemptAt: NOON + 10 });
    const headers = { 'Retry-After': '40' };
    const limited: Answer = { status: 429, code: 'rate/limited', headers };
    const seen = answer('post', 'points', counted, limited, counted);
    const waiting = () => readEntries().then((all) => all.map(({ key }) => key).toSorted());
    const send = (at: number, force: boolean) => sendWaiting(ada, { force, now: () => at });

    await send(NOON + 20, false);
    expect(seen).toHaveLength(2);
    const left = await waiting();
    expect(left).toHaveLength(3);
    await send(NOON + 39_000, true);
    expect(seen).toHaveLength(2);
    expect(await waiting()).toEqual(left);
    await send(NOON + 40_020, false);
    expect(seen).toHaveLength(5);
    expect(await waiting()).toEqual([]);
  });

  test('lets the others wait as long as was asked, however long it waits itself', async () => {
    await stored({ attempts: 10 });
    await stored({ key: 'round-2', nextAttemptAt: NOON + 10 });
    const headers = { 'Retry-After': '5' };
    const limited: Answer = { status: 429, code: 'rate/limited', headers };
    const seen = answer('post', 'points', limited, counted);
    const send = (at: number, force: boolean) => sendWaiting(ada, { force, now: () => at });
    await send(NOON + 10, false);
    await send(NOON + 5009, true);
    expect(seen).toHaveLength(1);
    await send(NOON + 5010, false);
    expect((await readEntries()).map(({ key }) => key)).toEqual(['round-1']);
  });

  test('lets the others wait as it does where nobody says how long, but the player may ask for them', async () => {
    await stored({ key: 'round-1' });
    await stored({ key: 'round-2', nextAttemptAt: NOON + 10 });
    const limited: Answer = { status: 429, code: 'rate/limited' };
    const seen = answer('post', 'points', limited, counted);
    await sendWaiting(ada, { now: () => NOON + 10 });
    expect(seen).toHaveLength(1);
    await sendWaiting(ada, { now: () => NOON + 11 });
    expect(seen).toHaveLength(1);
    await sendWaiting(ada, { force: true, now: () => NOON + 11 });
    expect(await readEntries()).toEqual([]);
  });

  test('waits for a sign-in after a 401 to its own credential', async () => {
    const entry = await stored();
    answer('post', 'points', { status: 401, code: 'session/required' });
    expect(await sendEntry(entry, null, now)).toMatchObject({ state: 'waiting' });
    expect(await readEntries()).toHaveLength(1);
  });

  test('without a round waits until its own player is signed in', async () => {
    const entry = await stored({ roundSecret: null, ownerId: 'player-1' });
    const seen = answer('post', 'points', counted);
    expect(await sendEntry(entry, null, now)).toMatchObject({ state: 'waiting' });
    expect(await sendEntry(entry, { playerId: 'other', token: 't' }, now)).toMatchObject({
      state: 'waiting',
    });
    expect(seen).toHaveLength(0);
    expect(await sendEntry(entry, ada, now)).toMatchObject({ state: 'counted' });
  });
});

describe('a result that the server refuses for good', () => {
  test.each([
    [410, 'round/expired'],
    [422, 'round/bad-transcript'],
    [404, 'round/unknown'],
  ])('(%i %s) is kept and shown, and not sent again', async (status, code) => {
    const entry = await stored();
    const seen = answer('post', 'points', { status, code, message: 'Too late.' });
    expect(await sendEntry(entry, ada, now)).toEqual({ state: 'refused', message: 'Too late.' });
    expect(await readEntry('round-1')).toMatchObject({ refusal: { code, message: 'Too late.' } });
    await sendWaiting(ada, { force: true, now });
    expect(seen).toHaveLength(1);
  });
});

describe('several results', () => {
  test('go oldest first, each once', async () => {
    await stored({ key: 'b', createdAt: NOON + 2 });
    await stored({ key: 'a', createdAt: NOON + 1 });
    const seen = answer('post', 'points', counted);
    const outcomes = await sendWaiting(ada, { now });
    expect([...outcomes.keys()]).toEqual(['a', 'b']);
    expect(seen).toHaveLength(2);
    expect(await readEntries()).toEqual([]);
  });

  test('are not tried after the line went down at the first', async () => {
    await stored({ key: 'a', createdAt: NOON + 1 });
    await stored({ key: 'b', createdAt: NOON + 2 });
    const seen = answer('post', 'points', 'no answer');
    await sendWaiting(ada, { now });
    expect(seen).toHaveLength(1);
  });

  test('one that the server cannot take holds up no other', async () => {
    await stored({ key: 'a', createdAt: NOON + 1 });
    await stored({ key: 'b', createdAt: NOON + 2 });
    answer('post', 'points', { status: 500, code: 'server/error' }, counted);
    const outcomes = await sendWaiting(ada, { now });
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(['waiting', 'counted']);
  });

  test('whose wait is not over stay, unless the network came back', async () => {
    await stored({ nextAttemptAt: NOON + 1 });
    const seen = answer('post', 'points', counted);
    await sendWaiting(ada, { now });
    expect(seen).toHaveLength(0);
    await sendWaiting(ada, { force: true, now });
    expect(seen).toHaveLength(1);
  });
});

test.each([
  ['an hour', 3_600_000, 0],
  ['more than an hour, which a clock that was put back makes of any wait,', 3_600_001, 1],
])('a result that would wait %s is sent: %i ms, %i times', async (_what, waitMs, times) => {
  await stored({ nextAttemptAt: NOON + waitMs });
  const seen = answer('post', 'points', counted);
  await sendWaiting(ada, { now });
  expect(seen).toHaveLength(times);
});

test('results go first, then the profile, reports of questions and messages', async () => {
  await putEntry(aMessage());
  await putEntry(reportEntry('question-7', { reason: 'old', roundId: 'x' }, 'player-1', 'r', NOON));
  await putEntry(profileEntry({ name: 'Queen' }, 'player-1', 'p', NOON));
  await stored({ createdAt: NOON + 1 });
  answer('post', 'points', counted);
  answer('put', 'user', { status: 503, code: 'server/unavailable' });
  answer('post', 'questions/question-7/report', { data: null });
  answer('post', '/api/v1/contact', { data: null });
  const outcomes = await sendWaiting(ada, { now });
  expect([...outcomes.keys()]).toEqual(['round-1', 'p', 'r', 'message-1']);
});

test('nothing personal is stored with a result', async () => {
  await stored();
  const text = JSON.stringify(await readEntries());
  for (const secret of ['player-1', 'token-of-ada', 'Ada', '234803']) {
    expect(text).not.toContain(secret);
  }
});
