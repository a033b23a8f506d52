// @module-tag once
import { createStore, get, set } from 'idb-keyval';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  forgetRound,
  readRound,
  readRounds,
  type SavedRound,
  saveRound,
} from '../../../src/round/store.ts';
import { beginRound } from '../../../src/rules/round.ts';
import { aRound } from '../../support/builders.ts';

/** The phone's store itself. */
const database = () => createStore('fom-round', 'rounds');

/** A round with this many questions done. */
function begun(done: number, parts: Partial<SavedRound> = {}): SavedRound {
  const round = aRound(parts);
  const rows = round.questions
    .slice(0, done)
    .map(({ id }) => ({ questionId: id, choice: null, ms: 1, end: 'skipped' as const }));
  return { ...round, state: { ...beginRound(round.terms, round.questions, 0), rows } };
}

const keysOf = (rounds: SavedRound[]) => rounds.map(({ key }) => key).sort();

describe('the rounds of a player', () => {
  test('stand beside each other, and each is forgotten alone', async () => {
    await saveRound(aRound({ key: 'open' }));
    await saveRound(aRound({ key: 'saved', isForLater: true }));
    await saveRound(aRound({ key: 'theirs', playerId: 'player-2' }));
    expect(keysOf(await readRounds('player-1'))).toEqual(['open', 'saved']);
    await forgetRound(aRound({ key: 'open' }));
    expect(keysOf(await readRounds('player-1'))).toEqual(['saved']);
    expect(keysOf(await readRounds('player-2'))).toEqual(['theirs']);
  });

  test('are found by their key as they now stand', async () => {
    await saveRound(aRound({ key: 'saved', isForLater: true }));
    await saveRound(aRound({ key: 'open' }));
    await saveRound(begun(3, { key: 'open' }));
    expect((await readRound('player-1', 'open'))?.state?.rows).toHaveLength(3);
    expect(await readRound('player-1', 'other')).toBeNull();
  });
});

describe('a round that an older version stored', () => {
  const OLD_PLACE = 'round-player-1';

  test('is still there after the update, and goes on', async () => {
    await set(OLD_PLACE, begun(4), database());
    expect(await readRounds('player-1')).toEqual([begun(4)]);
    expect(await get(OLD_PLACE, database())).toBeUndefined();
    await saveRound(begun(5));
    expect(await readRounds('player-1')).toEqual([begun(5)]);
    await forgetRound(begun(5));
    expect(await readRounds('player-1')).toEqual([]);
  });

  test('counts as its latest step, wherever that stands', async () => {
    await saveRound(begun(6));
    await set(OLD_PLACE, begun(4), database());
    expect(await readRounds('player-1')).toEqual([begun(6)]);
    // A tab of the older version is still open, and continues at the old place.
    await set(OLD_PLACE, begun(7), database());
    expect(await readRounds('player-1')).toEqual([begun(7)]);
    expect(await readRounds('player-1')).toEqual([begun(7)]);
  });

  test('stays where it is on a phone that writes nothing, and is forgotten there', async () => {
    await set(OLD_PLACE, begun(4), database());
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    expect(await readRounds('player-1')).toEqual([begun(4)]);
    await forgetRound(begun(4));
    expect(await readRounds('player-1')).toEqual([]);
  });
});

describe('a phone that refuses', () => {
  function refuse(method: 'put' | 'delete') {
    const spy = vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => spy.mockRestore());
    return spy;
  }

  test('to write: the round lives in memory, until the phone takes it again', async () => {
    const put = refuse('put');
    expect(await saveRound(begun(1))).toBe(false);
    expect(await readRounds('player-1')).toEqual([begun(1)]);
    expect(await readRounds('player-2')).toEqual([]);
    put.mockRestore();
    expect(await saveRound(begun(2))).toBe(true);
    expect(await readRounds('player-1')).toEqual([begun(2)]);
    await forgetRound(begun(2));
    expect(await readRounds('player-1')).toEqual([]);
  });

  test('to delete: the round is forgotten for this visit', async () => {
    await saveRound(begun(1));
    const remove = refuse('delete');
    await forgetRound(begun(1));
    expect(await readRounds('player-1')).toEqual([]);
    remove.mockRestore();
    await forgetRound(begun(1));
  });
});
