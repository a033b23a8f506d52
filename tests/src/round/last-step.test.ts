// @module-tag once
import { expect, onTestFinished, test, vi } from 'vitest';
import { forgetRound, noteStep, readRound, readStep, saveRound } from '../../../src/round/store.ts';
import { beginRound, type RoundState, stepRound } from '../../../src/rules/round.ts';
import { aRound, NOON } from '../../support/builders.ts';

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
