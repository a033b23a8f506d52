// @module-tag once
import { describe, expect, test } from 'vitest';
import { reportEntry } from '../../../src/outbox/entries.ts';
import { sendEntry } from '../../../src/outbox/send.ts';
import { forgetPersonal, putEntry, readEntries } from '../../../src/outbox/store.ts';
import { NOON } from '../../support/builders.ts';
import { answer } from '../../support/fake-api.ts';

const ada = { playerId: 'player-1', token: 'token-of-ada' };
const now = () => NOON;

async function stored() {
  const report = { reason: 'old', roundId: 'round-1' } as const;
  const entry = reportEntry('question-7', report, 'player-1', 'a-key', NOON);
  await putEntry(entry);
  return entry;
}

describe('a report that waited', () => {
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
