import { screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { aDeck, answerDeck, press } from '../../../support/deck.ts';
import { renderScreen } from '../../../support/render.tsx';

/** The replies of the network; it throws without one. */
const line = vi.fn<() => Response>();

beforeEach(() => {
  // A fetched deck lives as long as the page.
  vi.resetModules();
  line.mockReset();
  vi.stubGlobal('fetch', async () => line());
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'connection');
});

async function open() {
  const { TryFivePage } = await import('../../../../src/features/practice/try-five-page.tsx');
  return renderScreen(<TryFivePage />, { path: '/try', at: '/try' });
}

const noLine = () => {
  throw new TypeError('Failed to fetch');
};

test('without a line and without the questions it says so, and tries again', async () => {
  line.mockImplementation(noLine);
  await open();
  await screen.findByText('The questions are not here yet');
  line.mockImplementation(() => Response.json(aDeck(20)));
  await press('Try again');
  await answerDeck(true);
  expect(line).toHaveBeenCalledTimes(2);
});

test('what is no deck is none', async () => {
  line.mockImplementation(() => Response.json({ categories: [], questions: [] }));
  await open();
  await screen.findByText('The questions are not here yet');
});

test("who doesn't want to wait gets started", async () => {
  line.mockImplementation(noLine);
  await open();
  await press('Get started');
  await screen.findByText('At /');
});

test('a phone that saves data is asked first', async () => {
  Object.defineProperty(navigator, 'connection', {
    configurable: true,
    value: { saveData: true },
  });
  line.mockImplementation(() => Response.json(aDeck(20)));
  await open();
  await screen.findByText('Your phone saves data');
  expect(line).not.toHaveBeenCalled();
  await press('Get the questions');
  await answerDeck(true);
});
