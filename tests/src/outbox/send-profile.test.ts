// @module-tag once
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { newKey } from '../../../src/lib/new-key.ts';
import { isProfile, profileEntry } from '../../../src/outbox/entries.ts';
import { queueProfile, startOutbox } from '../../../src/outbox/schedule.ts';
import { sendEntry } from '../../../src/outbox/send.ts';
import { forgetPersonal, putEntry, readEntries } from '../../../src/outbox/store.ts';
import { anEntry, aUser, NOON } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';
import { phoneAhead } from '../../support/phone-clock.ts';

const ada = { playerId: 'player-1', token: 'token-of-ada' };
const now = () => NOON;
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
