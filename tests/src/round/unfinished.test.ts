// @module-tag once
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { roundLock } from '../../../src/config/storage-keys.ts';
import { serverTime } from '../../../src/lib/server-clock.ts';
import { isResult, type OutboxEntry } from '../../../src/outbox/entries.ts';
import { putEntry, readEntries } from '../../../src/outbox/store.ts';
import { endStoredRound } from '../../../src/round/end-stored.ts';
import { readUnfinishedRounds } from '../../../src/round/finish.ts';
import { resultEntry } from '../../../src/round/result-entry.ts';
import {
  isOpenRound,
  noteStep,
  readRounds,
  type SavedRound,
  saveRound,
} from '../../../src/round/store.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { beginRound, stepRound } from '../../../src/rules/round.ts';
import { aRound, NOON } from '../../support/builders.ts';
import { anotherTabWith, withLocks } from '../../support/fake-locks.ts';
import { CLOCKS_PUT, phoneAhead, replyAt } from '../../support/phone-clock.ts';

const outbox = vi.hoisted(() => ({ isFull: false }));

vi.mock('../../../src/outbox/store.ts', async (original) => {
  const storage = await original<typeof import('../../../src/outbox/store.ts')>();
  const putEntry = async (entry: OutboxEntry) => !outbox.isFull && storage.putEntry(entry);
  return { ...storage, putEntry };
});

const saved = (parts: Partial<SavedRound> = {}) =>
  aRound({ key: 'saved', isForLater: true, ...parts });

/** A round whose first question was answered at this time. */
function played(at: number, parts: Partial<SavedRound> = {}) {
  const round = aRound(parts);
  const state = beginRound(round.terms, round.questions, at - 1000);
  return { ...round, state: stepRound(state, { type: 'answer', choice: 'Right 1', at }) };
}

// An API without the time: the phone's clock counts.
beforeEach(() => replyAt(Date.now()));

const read = async (onLapsed?: (round: SavedRound) => void) =>
  (await readUnfinishedRounds('player-1', NOON, onLapsed)).map(({ key }) => key);

test('what was played last comes first, what is saved for later last', async () => {
  await saveRound(saved());
  await saveRound(aRound({ key: 'not begun' }));
  await saveRound(played(NOON - 9000, { key: 'before' }));
  await saveRound(played(NOON - 5000, { key: 'just now', isForLater: true }));
  expect(await read()).toEqual(['just now', 'before', 'not begun', 'saved']);
});

test('a saved round is open from its first question on', () => {
  expect(isOpenRound(saved())).toBe(false);
  expect(isOpenRound(played(NOON, { isForLater: true }))).toBe(true);
  // As older versions stored it.
  const { isForLater, ...old } = aRound();
  expect(isOpenRound(old)).toBe(true);
});

test('a saved round past its time is forgotten, and its player is told', async () => {
  const onLapsed = vi.fn();
  await saveRound(saved({ playableUntil: NOON - 1 }));
  expect(await read(onLapsed)).toEqual([]);
  expect(onLapsed.mock.calls).toEqual([[saved({ playableUntil: NOON - 1 })]]);
  expect(await readRounds('player-1')).toEqual([]);
  expect(await readEntries()).toEqual([]);
});

test('a begun round past its time goes to the outbox', async () => {
  const onLapsed = vi.fn();
  await saveRound(played(NOON - 5000, { playableUntil: NOON - 1 }));
  expect(await read(onLapsed)).toEqual([]);
  const [entry] = (await readEntries()).filter(isResult);
  expect(entry?.submission).toMatchObject({ points: 10, coins: 30, score: 1 });
  expect(onLapsed).not.toHaveBeenCalled();
});

test('a round that was begun and not answered costs its first question', async () => {
  const round = aRound({ playableUntil: NOON - 1 });
  const state = beginRound(round.terms, round.questions, NOON - 90_000);
  await saveRound({ ...round, state });
  expect(await read()).toEqual([]);
  const [entry] = (await readEntries()).filter(isResult);
  expect(entry?.submission).toMatchObject({ points: 0, coins: 15, score: 0 });
  // Its clock ran out, as for a player who ends the game themselves.
  expect(entry?.submission.round?.transcript.map(({ end }) => end)).toEqual(['timeout']);
});

test('a saved round past its time stays for whoever tells its player', async () => {
  await saveRound(saved({ playableUntil: NOON - 1 }));
  expect(await read()).toEqual([]);
  expect(await readRounds('player-1')).toHaveLength(1);
});

test('a result that was refused for good is not sent anew from its round', async () => {
  const round = played(NOON - 5000, { playableUntil: NOON - 1 });
  await saveRound(round);
  const refusal = { code: 'round/expired', message: 'Too late.' };
  await putEntry({ ...resultEntry(round, round.state, NOON), refusal });
  expect(await read()).toEqual([]);
  expect(await readEntries()).toMatchObject([{ key: round.key, refusal }]);
});

test('a begun round past its time stays where the phone refuses its result', async () => {
  await saveRound(played(NOON - 5000, { playableUntil: NOON - 1 }));
  outbox.isFull = true;
  expect(await read()).toEqual([]);
  expect(await readRounds('player-1')).toHaveLength(1);
  outbox.isFull = false;
  expect(await read()).toEqual([]);
  expect(await readRounds('player-1')).toEqual([]);
  expect(await readEntries()).toHaveLength(1);
});

test('a round on the table of another tab is ended by that one', async () => {
  const other = anotherTabWith(withLocks(), roundLock('round-1'));
  await saveRound(played(NOON - 5000, { playableUntil: NOON - 1 }));
  expect(await read()).toEqual([]);
  expect(await readEntries()).toEqual([]);
  expect(await readRounds('player-1')).toHaveLength(1);
  await other.close();
  expect(await read()).toEqual([]);
  expect(await readEntries()).toHaveLength(1);
});

test('a round that is ended while the phone refuses its result stays ended, whatever was noted last', async () => {
  outbox.isFull = true;
  onTestFinished(() => {
    outbox.isFull = false;
  });
  const round = played(NOON - 500);
  await saveRound(round);
  noteStep(round.key, round.state);
  const ended = await endStoredRound(round, NOON);
  expect(ended?.left).toBe(true);
  expect((await readRounds('player-1'))[0]?.state?.left).toBe(true);
});

describe.each(CLOCKS_PUT)('a phone %i days ahead that is put %i ahead', (before, after) => {
  const keys = async (onLapsed?: () => void) =>
    (await readUnfinishedRounds('player-1', Date.now(), onLapsed)).map(({ key }) => key);

  async function takeRounds() {
    phoneAhead(before);
    replyAt();
    const playableUntil = serverTime() + DAY_MS;
    await saveRound(saved({ playableUntil }));
    await saveRound(played(Date.now() - 5000, { key: 'begun', playableUntil }));
  }

  test('keeps its games, without a line and with one', async () => {
    const onLapsed = vi.fn();
    await takeRounds();
    phoneAhead(after);
    expect(await keys(onLapsed)).toEqual(['begun', 'saved']);
    replyAt();
    expect(await keys(onLapsed)).toEqual(['begun', 'saved']);
    phoneAhead(before);
    expect(await keys(onLapsed)).toEqual(['begun', 'saved']);
    expect(onLapsed).not.toHaveBeenCalled();
  });

  test('gives them up once a reply tells that their day is over', async () => {
    const onLapsed = vi.fn();
    await takeRounds();
    phoneAhead(after, NOON + DAY_MS + 120_000);
    replyAt(NOON + DAY_MS + 120_000);
    expect(await keys(onLapsed)).toEqual([]);
    expect(onLapsed).toHaveBeenCalledTimes(1);
  });
});
