import { createStore, get, set } from 'idb-keyval';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  forgetRound,
  noteStep,
  readRound,
  readRounds,
  readStep,
  type SavedRound,
  saveRound,
} from '../../../src/round/store.ts';
import { beginRound, type RoundState, stepRound } from '../../../src/rules/round.ts';
import { aRound, NOON } from '../../support/builders.ts';

describe('store', { tags: ['once'] }, () => {
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
});

describe('the last step', { tags: ['once'] }, () => {
  const KEY = 'fom-step-round-1';

  const round = aRound();

  /** The round after this many skips. */
  function skipped(count: number): RoundState<(typeof round.questions)[number]> {
    let state = beginRound(round.terms, round.questions, NOON);
    for (let step = 1; step <= count; step++) {
      state = stepRound(state, { type: 'skip', at: NOON + step * 1000 });
    }
    return state;
  }

  const state = async () => (await readRound('player-1'))?.state;

  test('a step that was noted counts before the phone has stored it', async () => {
    await saveRound({ ...round, state: skipped(3) });
    expect(noteStep(round.key, skipped(4))).toBe(true);
    expect(await state()).toEqual(skipped(4));
  });

  test('so does the first one, of a round that was not begun', async () => {
    await saveRound(round);
    noteStep(round.key, skipped(0));
    expect(await state()).toEqual(skipped(0));
  });

  test('so does one that ends no question: its clock is the newer one', async () => {
    await saveRound({ ...round, state: skipped(3) });
    const back = stepRound(skipped(3), { type: 'resume', at: NOON + 5000 });
    noteStep(round.key, back);
    expect(await state()).toEqual(back);
  });

  test('a stored round that is further than its note counts', async () => {
    noteStep(round.key, skipped(3));
    await saveRound({ ...round, state: skipped(5) });
    expect(await state()).toEqual(skipped(5));
  });

  test('a step that the phone does not note leaves no older one', async () => {
    noteStep(round.key, skipped(3));
    const spy = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => spy.mockRestore());
    expect(noteStep(round.key, skipped(4))).toBe(false);
    expect(readStep(round.key)).toBeNull();
  });

  test('a round that is forgotten takes its note along', async () => {
    await saveRound({ ...round, state: skipped(3) });
    noteStep(round.key, skipped(3));
    await forgetRound(round);
    expect(localStorage.getItem(KEY)).toBeNull();
  });

  test('a round that the phone will not let go keeps its note', async () => {
    await saveRound({ ...round, state: skipped(3) });
    noteStep(round.key, skipped(10));
    const spy = vi.spyOn(IDBObjectStore.prototype, 'delete').mockImplementation(() => {
      throw new DOMException('blocked', 'UnknownError');
    });
    onTestFinished(() => spy.mockRestore());
    await forgetRound(round);
    expect(readStep(round.key)?.rows).toHaveLength(10);
    spy.mockRestore();
    await forgetRound(round);
  });

  test.each(['', 'no JSON', 'null', '{"rows":3}', '{"rows":[{}],"shownAt":1,"steppedAt":1}'])(
    'a note that reads %j counts as none',
    async (text) => {
      await saveRound({ ...round, state: skipped(3) });
      localStorage.setItem(KEY, text);
      expect(await state()).toEqual(skipped(3));
    },
  );
});
