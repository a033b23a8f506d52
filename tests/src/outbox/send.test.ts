import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { OUTBOX_SYNC_TAG } from '../../../src/config/storage-keys.ts';
import { newKey } from '../../../src/lib/new-key.ts';
import { isProfile, profileEntry, reportEntry } from '../../../src/outbox/entries.ts';
import { queueEntry, queueProfile, startOutbox } from '../../../src/outbox/schedule.ts';
import {
  COUNTED_ELSEWHERE,
  isResultsSent,
  RESULTS_SENT,
  type Sender,
  sendEntry,
  sendWaiting,
} from '../../../src/outbox/send.ts';
import {
  forgetPersonal,
  putEntry,
  readEntries,
  readEntry,
  removeEntry,
} from '../../../src/outbox/store.ts';
import { aMessage, anEntry, aUser, NOON } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';
import { phoneAhead } from '../../support/phone-clock.ts';

const counted: Answer = { data: { awarded: { points: 10, coins: 15 } } };

const now = () => NOON;

describe('sending a prize', { tags: ['once'] }, () => {
  const ada: Sender = { playerId: 'player-1', token: 'token-of-ada' };

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
    await putEntry(
      reportEntry('question-7', { reason: 'old', roundId: 'x' }, 'player-1', 'r', NOON),
    );
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
});

describe('sending a message', { tags: ['once'] }, () => {
  const CONTACT = '/api/v1/contact';

  const ada: Sender = { playerId: 'player-1', token: 'token-of-ada' };

  const bola: Sender = { playerId: 'player-2', token: 'token-of-bola' };

  const taken: Answer = { data: null };

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
});

describe('sending the profile', { tags: ['once'] }, () => {
  const ada = { playerId: 'player-1', token: 'token-of-ada' };

  const updated = {
    raw: JSON.stringify({ status: true, data: aUser(), message: 'Profile updated' }),
  };

  async function stored(change: Parameters<typeof profileEntry>[0]) {
    const entry = profileEntry(change, 'player-1', 'a-key', NOON);
    await putEntry(entry);
    return entry;
  }

  describe('a profile change that waited', () => {
    test('goes once with its player’s token and its key', async () => {
      const seen = answer('put', 'user', updated);
      const entry = await stored({ name: 'Queen' });
      const outcome = await sendEntry(entry, ada, now);
      expect(outcome).toMatchObject({ state: 'kept', message: 'Profile updated', user: aUser() });
      expect(seen[0]?.body).toEqual({ name: 'Queen' });
      expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
      expect(seen[0]?.headers.get('Idempotency-Key')).toBe('a-key');
      expect(await readEntries()).toEqual([]);
    });

    test.each([
      ['somebody else', { playerId: 'player-2', token: 'token-of-ben' }],
      ['nobody', null],
    ])('waits on while %s is signed in', async (_who, sender) => {
      const entry = await stored({ name: 'Queen' });
      expect(await sendEntry(entry, sender, now)).toMatchObject({ state: 'waiting' });
      expect(await readEntries()).toHaveLength(1);
    });

    test('stays with what the server said when it was refused', async () => {
      answer('put', 'user', { status: 422, code: 'name/invalid', message: 'Not that name.' });
      const outcome = await sendEntry(await stored({ name: 'Queen' }), ada, now);
      expect(outcome).toEqual({ state: 'declined', message: 'Not that name.' });
      expect(await readEntries()).toMatchObject([{ refusal: { code: 'name/invalid' } }]);
    });

    test('goes at a logout, and the results stay', async () => {
      await stored({ name: 'Queen' });
      await putEntry(anEntry());
      await forgetPersonal();
      expect((await readEntries()).map(({ kind }) => kind)).toEqual(['result']);
    });
  });

  test.each([-3, 2, -4000])(
    'the last word is sent last on a clock that is put %i days ahead in between',
    async (days) => {
      answer('put', 'user', 'no answer');
      phoneAhead(0);
      await queueProfile({ name: 'First' }, 'player-1', newKey());
      phoneAhead(days);
      await queueProfile({ name: 'Last' }, 'player-1', newKey());
      expect((await readEntries()).filter(isProfile).map(({ change }) => change.name)).toEqual([
        'First',
        'Last',
      ]);
    },
  );

  describe('the theme', () => {
    test('is kept without a word', async () => {
      answer('put', 'user', updated);
      const outcome = await sendEntry(await stored({ dark: 'true' }), ada, now);
      expect(outcome).toMatchObject({ state: 'kept', message: null });
    });

    test('that is refused is forgotten', async () => {
      answer('put', 'user', { status: 422, code: 'request/invalid' });
      const outcome = await sendEntry(await stored({ dark: 'true' }), ada, now);
      expect(outcome).toMatchObject({ state: 'kept', message: null, user: null });
      expect(await readEntries()).toEqual([]);
    });
  });

  describe('changes that were never sent', () => {
    test('go together, the last word on each field', async () => {
      await queueProfile({ name: 'Queen', state: 'Lagos' }, 'player-1');
      await queueProfile({ dark: 'true' }, 'player-1');
      await queueProfile({ dark: 'false', name: 'King' }, 'player-1');
      expect(await readEntries()).toMatchObject([
        { change: { name: 'King', state: 'Lagos', dark: 'false' } },
      ]);
    });

    test('go together when one comes before the other is stored', async () => {
      const changes = ['true', 'false', 'true', 'false'] as const;
      await Promise.all(changes.map((dark) => queueProfile({ dark }, 'player-1')));
      expect(await readEntries()).toMatchObject([{ change: { dark: 'false' } }]);
    });

    test('leave alone what may have been done, and what is another player’s', async () => {
      await putEntry({ ...profileEntry({ name: 'A' }, 'player-1', 'tried', NOON), attempts: 1 });
      await putEntry(profileEntry({ name: 'B' }, 'player-2', 'other', NOON));
      await queueProfile({ name: 'C' }, 'player-1');
      const changes = (await readEntries()).map((entry) => 'change' in entry && entry.change.name);
      expect(changes.sort()).toEqual(['A', 'B', 'C']);
    });

    test('tell nobody of a sending when they go into another', async () => {
      const onOutcome = vi.fn();
      answer('put', 'user', 'no answer');
      const stop = startOutbox({ sender: () => null, onEntries: () => undefined, onOutcome });
      onTestFinished(stop);
      await queueProfile({ name: 'Queen' }, 'player-1');
      await queueProfile({ name: 'King' }, 'player-1');
      for (const [, outcome] of onOutcome.mock.calls) expect(outcome.state).toBe('waiting');
    });
  });
});

describe('a report that waited', { tags: ['once'] }, () => {
  const ada = { playerId: 'player-1', token: 'token-of-ada' };

  async function stored() {
    const report = { reason: 'old', roundId: 'round-1' } as const;
    const entry = reportEntry('question-7', report, 'player-1', 'a-key', NOON);
    await putEntry(entry);
    return entry;
  }

  test('goes once with its player’s token and its key', async () => {
    const seen = answer('post', 'questions/question-7/report', { data: null, message: 'Thanks.' });
    expect(await sendEntry(await stored(), ada, now)).toMatchObject({
      state: 'kept',
      user: null,
      message: 'Thanks.',
    });
    expect(seen[0]?.body).toEqual({ reason: 'old', roundId: 'round-1' });
    expect(seen[0]?.headers.get('Authorization')).toBe('Bearer token-of-ada');
    expect(seen[0]?.headers.get('Idempotency-Key')).toBe('a-key');
    expect(await readEntries()).toEqual([]);
  });

  test.each([
    ['somebody else', { playerId: 'player-2', token: 'token-of-ben' }],
    ['nobody', null],
  ])('waits on while %s is signed in', async (_who, sender) => {
    expect(await sendEntry(await stored(), sender, now)).toMatchObject({ state: 'waiting' });
    expect(await readEntries()).toHaveLength(1);
  });

  test.each([
    [409, 'round/open'],
    [429, 'rate/limited'],
    [503, 'server/unavailable'],
  ])('waits on after %i %s', async (status, code) => {
    answer('post', 'questions/question-7/report', { status, code });
    expect(await sendEntry(await stored(), ada, now)).toMatchObject({ state: 'waiting' });
    expect(await readEntries()).toMatchObject([{ attempts: 1, refusal: null }]);
  });

  test('is forgotten without a word where it is refused for good', async () => {
    answer('post', 'questions/question-7/report', { status: 404, code: 'question/not-dealt' });
    expect(await sendEntry(await stored(), ada, now)).toMatchObject({
      state: 'kept',
      message: null,
    });
    expect(await readEntries()).toEqual([]);
  });

  test('stays at a logout, for its player to come back', async () => {
    await stored();
    await forgetPersonal();
    expect(await readEntries()).toMatchObject([{ kind: 'report', ownerId: 'player-1' }]);
  });
});

describe('what the worker has sent', { tags: ['once'] }, () => {
  type Registration = { sync?: { register: (tag: string) => Promise<void> } };

  /** Gives the page a service worker for one test. */
  function withWorker(getRegistration: () => Promise<Registration | undefined>): EventTarget {
    const worker = Object.assign(new EventTarget(), { getRegistration });
    Object.defineProperty(navigator, 'serviceWorker', { value: worker, configurable: true });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'serviceWorker'));
    return worker;
  }

  /** A page with a result that the server could not accept yet. */
  async function openWithWaiting() {
    const seen = answer('post', 'points', { status: 503, code: 'server/unavailable' });
    const now = Date.now();
    await putEntry(anEntry({ createdAt: now, nextAttemptAt: now }));
    const onEntries = vi.fn();
    const onOutcome = vi.fn();
    const stop = startOutbox({ sender: () => null, onEntries, onOutcome });
    onTestFinished(stop);
    await vi.waitFor(() => expect(onEntries).toHaveBeenCalledOnce());
    return { seen, onEntries, onOutcome, stop };
  }

  const says = (worker: EventTarget, data: unknown) =>
    worker.dispatchEvent(new MessageEvent('message', { data }));

  describe('a worker that sent results', () => {
    test('is heard: what is gone has counted, and nothing is sent for it', async () => {
      const worker = withWorker(async () => undefined);
      const { seen, onEntries, onOutcome } = await openWithWaiting();
      await removeEntry('round-1');
      says(worker, RESULTS_SENT);
      await vi.waitFor(() => expect(onEntries.mock.lastCall).toEqual([[]]));
      expect(onOutcome.mock.lastCall).toEqual(['round-1', COUNTED_ELSEWHERE]);
      expect(seen).toHaveLength(1);
    });

    test('is not heard by a page whose outbox was stopped', async () => {
      const worker = withWorker(async () => undefined);
      const remove = vi.spyOn(worker, 'removeEventListener');
      const { stop } = await openWithWaiting();
      stop();
      expect(remove).toHaveBeenCalledExactlyOnceWith('message', expect.any(Function));
    });

    test.each([[{ type: 'other' }], ['results-sent'], [null], [undefined]])(
      'says so by one message alone, not by %j',
      (data) => {
        expect(isResultsSent(RESULTS_SENT)).toBe(true);
        expect(isResultsSent(data)).toBe(false);
      },
    );
  });

  describe('the worker is asked to send what waits, should the app be closed', () => {
    test('once the line is back', async () => {
      const register = vi.fn(async () => undefined);
      withWorker(async () => ({ sync: { register } }));
      await openWithWaiting();
      await vi.waitFor(() => expect(register).toHaveBeenCalledWith(OUTBOX_SYNC_TAG));
    });

    test('and not while nothing waits', async () => {
      const getRegistration = vi.fn(async () => undefined);
      withWorker(getRegistration);
      const onEntries = vi.fn();
      onTestFinished(startOutbox({ sender: () => null, onEntries, onOutcome: vi.fn() }));
      await vi.waitFor(() => expect(onEntries).toHaveBeenCalledWith([]));
      expect(getRegistration).not.toHaveBeenCalled();
    });

    const refused = vi.fn(async () => {
      throw new DOMException('No', 'NotAllowedError');
    });
    test.each<[string, () => Promise<Registration | undefined>]>([
      ['refuses it', async () => ({ sync: { register: refused } })],
      ['has no worker', refused],
      ['knows no background sync', async () => ({})],
    ])('and where the phone %s, the page sends by itself', async (_what, getRegistration) => {
      const asked = vi.fn(getRegistration);
      withWorker(asked);
      const { onOutcome } = await openWithWaiting();
      await vi.waitFor(() => expect(asked).toHaveBeenCalled());
      expect(onOutcome.mock.lastCall?.[1]).toMatchObject({ state: 'waiting' });
    });
  });
});
