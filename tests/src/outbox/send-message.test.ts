// @module-tag once
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { queueEntry, startOutbox } from '../../../src/outbox/schedule.ts';
import { type Sender, sendEntry, sendWaiting } from '../../../src/outbox/send.ts';
import {
  forgetPersonal,
  putEntry,
  readEntries,
  readEntry,
  removeEntry,
} from '../../../src/outbox/store.ts';
import { aMessage, anEntry, NOON } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';

const CONTACT = '/api/v1/contact';
const ada: Sender = { playerId: 'player-1', token: 'token-of-ada' };
const bola: Sender = { playerId: 'player-2', token: 'token-of-bola' };
const taken: Answer = { data: null };
const counted: Answer = { data: { awarded: { points: 10, coins: 15 } } };
const now = () => NOON;

async function stored(parts: Parameters<typeof aMessage>[0] = {}) {
  const entry = aMessage(parts);
  await putEntry(entry);
  return entry;
}

describe('a message that the server has', () => {
  test("leaves the outbox; it went with its player's token and under its key", async () => {
    const entry = await stored();
    const seen = answer('post', CONTACT, taken);
    expect(await sendEntry(entry, ada, now)).toEqual({ state: 'sent' });
    expect(await readEntries()).toEqual([]);
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe(entry.key);
    expect(seen[0]?.body).toEqual(entry.message);
  });

  test.each([
    ['the worker, where nobody is signed in', null],
    ['a page where another player is signed in', bola],
  ])('goes without a token from %s', async (_where, sender) => {
    const entry = await stored();
    const seen = answer('post', CONTACT, taken);
    expect(await sendEntry(entry, sender, now)).toEqual({ state: 'sent' });
    expect(seen[0]?.headers.get('Authorization')).toBeNull();
  });
});

describe('a message that cannot be delivered now', () => {
  test.each<[string, Answer]>([
    ['no answer', 'no answer'],
    ['429', { status: 429, code: 'x' }],
    ['503', { status: 503, code: 'server/unavailable' }],
    ['the same call running', { status: 409, code: 'idempotency/running' }],
    ['a page of HTML instead of a reply', { raw: '<html>Welcome to the hotspot</html>' }],
    ['401, for its player to sign in', { status: 401, code: 'session/required' }],
  ])('waits after %s', async (_what, reply) => {
    const entry = await stored();
    answer('post', CONTACT, reply);
    const outcome = await sendEntry(entry, ada, now);
    expect(outcome).toMatchObject({ state: 'waiting' });
    expect(await readEntry('message-1')).toMatchObject({ attempts: 1, refusal: null });
  });

  test('is sent again under the same key after its reply was lost', async () => {
    await stored();
    const seen = answer('post', CONTACT, 'no answer', taken);
    await sendWaiting(ada, { now });
    await sendWaiting(ada, { force: true, now });
    await sendWaiting(ada, { force: true, now });
    expect(seen.map(({ headers }) => headers.get('Idempotency-Key'))).toEqual([
      'message-1',
      'message-1',
    ]);
    expect(seen[1]?.body).toEqual(seen[0]?.body);
  });
});

describe('a message to an API that wants a token', () => {
  const wanted: Answer = { status: 401, code: 'session/required' };

  test('is sent once without its player, then not before they are signed in', async () => {
    await stored();
    const seen = answer('post', CONTACT, wanted, taken);
    await sendWaiting(null, { now });
    for (const sender of [null, bola]) {
      const outcomes = await sendWaiting(sender, { force: true, now });
      expect(outcomes.get('message-1')).toMatchObject({ state: 'waiting', isUnanswered: false });
    }
    expect(seen).toHaveLength(1);
    await sendWaiting(ada, { force: true, now });
    expect(seen.map(({ headers }) => headers.get('Authorization'))).toEqual([
      null,
      'Bearer token-of-ada',
    ]);
    expect(await readEntries()).toEqual([]);
  });

  test('still goes without one when only the token was no longer good', async () => {
    await stored();
    const seen = answer('post', CONTACT, wanted, taken);
    await sendWaiting(ada, { now });
    await sendWaiting(null, { force: true, now });
    expect(seen).toHaveLength(2);
    expect(await readEntries()).toEqual([]);
  });
});

test('a message that the server refuses comes back, and is not sent again', async () => {
  const entry = await stored();
  const seen = answer('post', CONTACT, { status: 400, code: 'request/invalid', message: 'No.' });
  expect(await sendEntry(entry, ada, now)).toEqual({ state: 'returned', message: 'No.' });
  await sendWaiting(ada, { force: true, now });
  expect(seen).toHaveLength(1);
  expect(await readEntry('message-1')).toMatchObject({ refusal: { message: 'No.' } });
});

describe('results and messages in one outbox', () => {
  test('a message whose server is down holds up no result, also an older one', async () => {
    await stored({ createdAt: NOON });
    await putEntry(anEntry({ createdAt: NOON + 1 }));
    answer('post', CONTACT, 'no answer');
    answer('post', 'points', counted);
    const outcomes = await sendWaiting(ada, { now });
    expect([...outcomes.values()].map(({ state }) => state)).toEqual(['counted', 'waiting']);
  });

  test('what was stored before there were messages is a result', async () => {
    const { kind, ...entry } = anEntry();
    await putEntry(entry);
    answer('post', 'points', counted);
    const outcomes = await sendWaiting(null, { now });
    expect(outcomes.get('round-1')).toMatchObject({ state: 'counted' });
  });

  test('a logout takes the messages along, sent back or not, and leaves the results', async () => {
    await stored({ key: 'waiting' });
    await stored({ key: 'returned', refusal: { code: 'x', message: 'No.' } });
    await putEntry(anEntry());
    await forgetPersonal();
    expect((await readEntries()).map(({ key }) => key)).toEqual(['round-1']);
  });

  test('a delivery that fails after the logout brings no message back', async () => {
    const entry = await stored();
    answer('post', CONTACT, { status: 503, code: 'server/unavailable' });
    const outcome = sendEntry(entry, ada, now);
    await forgetPersonal();
    await outcome;
    expect(await readEntries()).toEqual([]);
  });
});

describe('a message that is gone without our doing', () => {
  async function withWaitingMessage(sender: () => Sender) {
    const onOutcome = vi.fn();
    answer('post', CONTACT, { status: 503, code: 'server/unavailable' });
    onTestFinished(startOutbox({ sender, onEntries: vi.fn(), onOutcome }));
    await queueEntry(aMessage({ createdAt: Date.now(), nextAttemptAt: Date.now() }));
    await vi.waitFor(() => expect(onOutcome).toHaveBeenCalledOnce());
    expect(onOutcome.mock.lastCall?.[1]).toMatchObject({ state: 'waiting' });
    // In another place: the worker, another tab.
    await removeEntry('message-1');
    return onOutcome;
  }
  const wake = () => dispatchEvent(new Event('online'));

  test('was sent elsewhere', async () => {
    const onOutcome = await withWaitingMessage(() => ada);
    wake();
    await vi.waitFor(() =>
      expect(onOutcome.mock.lastCall).toEqual(['message-1', { state: 'sent' }]),
    );
  });

  test('was taken along by a logout in another tab', async () => {
    let sender: Sender = ada;
    const onOutcome = await withWaitingMessage(() => sender);
    sender = null;
    wake();
    await putEntry(anEntry());
    answer('post', 'points', counted);
    wake();
    await vi.waitFor(() => expect(onOutcome.mock.lastCall?.[0]).toBe('round-1'));
    expect(onOutcome.mock.calls.map(([, { state }]) => state)).not.toContain('sent');
  });
});
