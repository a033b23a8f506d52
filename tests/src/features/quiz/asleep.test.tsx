import '../../../support/fake-clock.ts';
import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readRound } from '../../../../src/round/store.ts';
import { answer } from '../../../support/fake-api.ts';
import { pass, settle, sleep } from '../../../support/fake-clock.ts';
import { signIn } from '../../../support/render.tsx';
import { ended, open, openAt, press, question, score, seconds } from './play.tsx';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

async function turnScreen(state: 'hidden' | 'visible'): Promise<void> {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
  fireEvent(document, new Event('visibilitychange'));
  await settle();
}

/** An expired question is shown first, with its right answer. */
async function seeTimeUp(): Promise<void> {
  expect(screen.getByText('Time up')).toBeTruthy();
  await pass(1500);
}

const steppedAt = async () => (await readRound('player-1'))?.state?.steppedAt;

describe('a phone that is away', () => {
  test('for ten minutes of sleep loses the one question', async () => {
    await openAt(5);
    await turnScreen('hidden');
    sleep(600_000);
    await turnScreen('visible');
    await seeTimeUp();
    expect(question()).toBe('Question number 6?');
    expect(ended().slice(-1)).toEqual(['5: not answered']);
    expect(seconds()).toBe(12);
  });

  test('while its timers run on loses the one question, too', async () => {
    await openAt(5);
    await turnScreen('hidden');
    await pass(600_000);
    expect(ended()).toHaveLength(4);
    await turnScreen('visible');
    await seeTimeUp();
    expect(ended().slice(-1)).toEqual(['5: not answered']);
    expect(ended()).toHaveLength(5);
    expect(seconds()).toBe(12);
  });

  test('for some seconds comes back to what is left', async () => {
    await openAt(5);
    await turnScreen('hidden');
    sleep(5000);
    await turnScreen('visible');
    expect(question()).toBe('Question number 5?');
    expect(seconds()).toBe(7);
    await pass(7000);
    await seeTimeUp();
    expect(question()).toBe('Question number 6?');
  });

  test('under another app during the flash has its answer', async () => {
    await openAt(5);
    await press('Right 5');
    await turnScreen('hidden');
    sleep(5000);
    await turnScreen('visible');
    expect(question()).toBe('Question number 6?');
    expect(ended().slice(-1)).toEqual(['5: right']);
    // The next clock began when the flash was over.
    expect(seconds()).toBe(8);
  });

  test('again and again gains no time', async () => {
    await openAt(5);
    for (let look = 0; look < 4; look++) {
      await turnScreen('hidden');
      sleep(1000);
      await turnScreen('visible');
    }
    expect(seconds()).toBe(8);
  });
});

describe('a laptop whose lid is closed and opened', () => {
  test('after the time was up has lost the one question', async () => {
    await openAt(5);
    sleep(600_000);
    await pass(1000);
    await seeTimeUp();
    expect(question()).toBe('Question number 6?');
    expect(ended().slice(-1)).toEqual(['5: not answered']);
    expect(seconds()).toBe(12);
  });

  test('before shows within a second what is left', async () => {
    await openAt(5);
    sleep(5000);
    await pass(1000);
    expect(question()).toBe('Question number 5?');
    expect(seconds()).toBe(6);
    // The bar too: the browser's animations were asleep as well.
    const bar = screen.getByRole('timer').querySelector<HTMLElement>('.fill');
    expect(bar?.style.animationDelay).toBe('-6000ms');
  });

  test('takes no answer whose time was up', async () => {
    await openAt(5);
    sleep(600_000);
    await press('Right 5');
    expect(ended().slice(-1)).toEqual(['5: not answered']);
  });
});

describe('a clock that is put back', () => {
  test('to before the last step ends the question of the round that is opened again', async () => {
    await openAt(5, -60_000);
    expect(question()).toBe('Question number 6?');
    expect(ended().slice(-1)).toEqual(['5: not answered']);
    expect(seconds()).toBe(12);
  });

  test('is found out however little: the moment of going away is stored', async () => {
    await openAt(5);
    const shown = (await steppedAt()) ?? 0;
    await pass(9000);
    await turnScreen('hidden');
    expect(await steppedAt()).toBe(shown + 9000);
  });
});

test('the screen is kept lit while a round is played, and no longer', async () => {
  answer('post', 'points', 'no answer');
  const release = vi.fn(async () => undefined);
  const request = vi.fn(async () => ({ released: false, release }));
  Object.defineProperty(navigator, 'wakeLock', { configurable: true, value: { request } });
  await openAt(9, 0, { key: 'lit' });
  await press('Skip');
  expect(request).toHaveBeenCalledTimes(1);
  expect(release).not.toHaveBeenCalled();
  await pass(1000);
  await press('Skip');
  expect(score()).toBe('8 of 10 right');
  expect(release).toHaveBeenCalledTimes(1);
  Reflect.deleteProperty(navigator, 'wakeLock');
});

test('a round that is opened again and again goes on, with no more time', async () => {
  const first = await openAt(5);
  let unmount = first.unmount;
  for (let reload = 1; reload <= 5; reload++) {
    unmount();
    await pass(1000);
    ({ unmount } = await open());
    expect(question()).toBe('Question number 5?');
    expect(seconds()).toBe(12 - reload);
  }
  unmount();
  await pass(7000);
  await open();
  expect(ended().slice(-1)).toEqual(['5: not answered']);
  expect(seconds()).toBe(12);
});

// The last of this file, because it leaves the page's clock an hour ahead of the phone's.
test('a clock that is put back by an hour on the page gives no time', async () => {
  await openAt(5);
  await pass(4000);
  sleep(-3_600_000);
  await pass(1000);
  expect(seconds()).toBe(7);
  await turnScreen('hidden');
  await turnScreen('visible');
  expect(seconds()).toBe(7);
});
