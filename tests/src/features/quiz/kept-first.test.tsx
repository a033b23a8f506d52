import '../../../support/fake-clock.ts';
import { act, fireEvent, screen } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import type { OutboxEntry } from '../../../../src/outbox/entries.ts';
import { readRound, roundAtom, type SavedRound } from '../../../../src/round/store.ts';
import { store } from '../../../../src/session/session.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { signIn } from '../../../support/render.tsx';
import { ended, open, openAt, option, press, question, score } from './play.tsx';

const phone = vi.hoisted(() => ({
  /** The storage that a phone waits for before a step. */
  isReady: Promise.resolve(),
  refuses: false,
  refusesResults: false,
  /** Whether it records a step at once. */
  notes: false,
  tries: 0,
}));

vi.mock('../../../../src/round/store.ts', async (original) => {
  const storage = await original<typeof import('../../../../src/round/store.ts')>();
  const saveRound = async (round: SavedRound) => {
    phone.tries += 1;
    await phone.isReady;
    return !phone.refuses && storage.saveRound(round);
  };
  const noteStep: typeof storage.noteStep = (...note) => phone.notes && storage.noteStep(...note);
  return { ...storage, saveRound, noteStep };
});

vi.mock('../../../../src/outbox/store.ts', async (original) => {
  const storage = await original<typeof import('../../../../src/outbox/store.ts')>();
  const putEntry = async (entry: OutboxEntry) => !phone.refusesResults && storage.putEntry(entry);
  return { ...storage, putEntry };
});

beforeEach(() => {
  signIn();
  phone.isReady = Promise.resolve();
  phone.refuses = false;
  phone.refusesResults = false;
  phone.notes = false;
  phone.tries = 0;
});

/** From here on the phone stores nothing until released. */
function holdPhone(): () => Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  phone.isReady = promise;
  return async () => {
    resolve();
    await settle();
  };
}

const stored = async () => (await readRound('player-1'))?.state?.rows ?? [];
const REFUSAL = 'This phone cannot save your game. Keep it open until the end.';

test('an answer that the phone notes shows its colour at once, and a reload finds it', async () => {
  phone.notes = true;
  const { unmount } = await openAt(5);
  const letGo = holdPhone();
  fireEvent.click(option('Wrong 5'));
  expect(screen.getByText('Wrong')).toBeTruthy();
  expect((await stored()).at(-1)).toMatchObject({ choice: 'Wrong 5', end: 'answered' });
  // The page is gone before the phone stored anything.
  act(unmount);
  await open();
  await pass(1100);
  expect(ended().at(-1)).toBe('5: wrong');
  expect(question()).toBe('Question number 6?');
  await letGo();
});

test('without a note an answer is stored before its colour is shown', async () => {
  await openAt(5);
  const letGo = holdPhone();
  await press('Wrong 5');
  expect(screen.queryByText('Wrong')).toBeNull();
  expect(ended()).toHaveLength(4);
  // The answer is there at the very moment of the colour.
  let storedThen: ReturnType<typeof stored> | undefined;
  const seen = new MutationObserver(() => {
    if (screen.queryByText('Wrong')) storedThen ??= stored();
  });
  seen.observe(document.body, { subtree: true, childList: true });
  await letGo();
  expect(screen.getByText('Wrong')).toBeTruthy();
  expect((await storedThen)?.at(-1)).toMatchObject({ choice: 'Wrong 5', end: 'answered' });
  seen.disconnect();
});

test('a phone that hangs holds up the colour for 80 ms, and stores the answer all the same', async () => {
  await openAt(5);
  const letGo = holdPhone();
  await press('Wrong 5');
  await pass(79);
  expect(screen.queryByText('Wrong')).toBeNull();
  await pass(1);
  expect(screen.getByText('Wrong')).toBeTruthy();
  await letGo();
  expect((await stored()).at(-1)).toMatchObject({ choice: 'Wrong 5' });
});

test('a second press while the first is being stored changes nothing', async () => {
  await openAt(5);
  const letGo = holdPhone();
  await press('Wrong 5');
  await press('Right 5');
  await press('Skip');
  await letGo();
  expect(ended().at(-1)).toBe('5: wrong');
  expect(await stored()).toHaveLength(5);
});

test('leaving while an answer is being stored keeps the answer', async () => {
  answer('post', 'points', 'no answer');
  await openAt(5);
  await press('Leave the game');
  const letGo = holdPhone();
  fireEvent.click(screen.getByText('Right 5'));
  await press('End it');
  await letGo();
  await pass(750);
  expect(score()).toBe('5 of 5 right');
});

test('a step that is stored after its page was left puts nothing on the table', async () => {
  const { unmount } = await openAt(5);
  const letGo = holdPhone();
  await press('Wrong 5');
  act(unmount);
  await letGo();
  expect(store.get(roundAtom)).toBeNull();
  expect(await stored()).toHaveLength(5);
});

test('a phone that refuses says so once in a round', async () => {
  await openAt(5);
  phone.refuses = true;
  await press('Right 5');
  await pass(100);
  expect(screen.getAllByText(REFUSAL)).toHaveLength(1);
  // The toast closes by itself.
  await pass(5000);
  await pass(200);
  expect(screen.queryByText(REFUSAL)).toBeNull();
  expect(question()).toBe('Question number 6?');
  const tries = phone.tries;
  await press('Right 6');
  await pass(100);
  expect(phone.tries).toBeGreaterThan(tries);
  expect(screen.queryByText(REFUSAL)).toBeNull();
});

test('a result that the phone refuses stays with its round, for the next visit', async () => {
  await openAt(10);
  phone.refusesResults = true;
  await press('Right 10');
  await pass(750);
  expect(score()).toBe('10 of 10 right');
  expect(await stored()).toHaveLength(10);
});

test('so it does where the last step was noted alone', async () => {
  phone.notes = true;
  await openAt(10);
  phone.refuses = true;
  phone.refusesResults = true;
  await press('Right 10');
  await pass(750);
  expect(score()).toBe('10 of 10 right');
  expect(await stored()).toHaveLength(10);
});

test('a result that is not sent within seconds is called waiting', async () => {
  const { answer: later, release } = held({ data: { awarded: { points: 1, coins: 2 } } });
  answer('post', 'points', later);
  await openAt(10);
  await press('Right 10');
  await pass(750);
  const WAITING = 'Saved. We will send it when you are back online';
  await pass(2999);
  expect(screen.queryByText(WAITING)).toBeNull();
  await pass(1);
  expect(screen.getByText(WAITING)).toBeTruthy();
  await release();
  await settle();
  expect(screen.queryByText(WAITING)).toBeNull();
});

test('a result that the phone stored takes the place of its round', async () => {
  answer('post', 'points', 'no answer');
  await openAt(10);
  await press('Right 10');
  await pass(750);
  expect(await readRound('player-1')).toBeNull();
});
