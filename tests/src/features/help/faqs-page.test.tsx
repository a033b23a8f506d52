import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { OFFER_KEY } from '../../../../src/config/storage-keys.ts';
import { FaqsPage } from '../../../../src/features/help/faqs-page.tsx';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { answer } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

beforeEach(() => updateSession(DEFAULT_SESSION));

const open = () => renderScreen(<FaqsPage />, { path: '/faqs', at: '/faqs' });
const back = () => userEvent.click(screen.getByRole('button', { name: 'Back' }));

/** The answer below a question, opened by a tap. */
async function answerTo(question: string | RegExp) {
  const summary = screen.getByText(question);
  await userEvent.click(summary);
  const details = summary.closest('details');
  expect(details?.open).toBe(true);
  return details?.querySelector('p')?.textContent ?? '';
}

describe('FAQs and terms', () => {
  test('are there for a visitor: questions, terms, and the way back to the landing page', async () => {
    open();
    expect(screen.getByRole('heading', { level: 1, name: 'FAQs and terms' })).toBeTruthy();
    const questions = screen.getAllByRole('group');
    expect(questions.length).toBeGreaterThanOrEqual(12);
    const terms = within(screen.getByRole('region', { name: 'Terms & Condition' }));
    for (const name of ['Rules', 'Levels', 'Features', 'Weekly rewards']) {
      expect(terms.getByRole('heading', { name })).toBeTruthy();
    }
    await back();
    expect(screen.getByText('At /')).toBeTruthy();
  });

  test('lead a player back to the dashboard', async () => {
    signIn();
    open();
    await back();
    expect(screen.getByText('At /home')).toBeTruthy();
  });

  test('keep the answers closed until they are asked for', () => {
    open();
    for (const group of screen.getAllByRole<HTMLDetailsElement>('group')) {
      expect(group.open).toBe(false);
    }
  });

  test.each([
    ['What does it cost to play?', ['₦50 a day or ₦100 a week', '1,000 coins', '100, 150 or 200']],
    ['How do I stop the subscription?', ['ends by itself']],
    ['How do I get more coins?', ['750 for ₦100, 3,500 for ₦500, 7,000 for ₦1,000']],
    ['How do I win cash?', ['top 10', 'at least 50 points']],
    ['When does my cash arrive?', ['24 hours after', '24 to 48 hours']],
    [/cost more and bring fewer points/, ['1,500 and 3,500', '2,000 points', 'from 3,500']],
    [/Why are the questions easy/, ['first 21 days']],
    ['Can I play when network goes?', ['within 24 hours', 'within 72 hours']],
    [
      /my phone goes off/,
      ['10 questions', 'clock of that question does not stop', "You won't be charged twice"],
    ],
    ['Can I have more than one account?', ['one phone number and one bank account']],
  ])('answer %s', async (question, parts) => {
    open();
    const text = await answerTo(question);
    for (const part of parts) expect(text).toContain(part);
  });

  test('promise nothing that a clock which goes on takes back', () => {
    const { container } = open();
    expect(container.textContent).not.toContain('Nothing is lost');
  });

  test('tell of the same weekly cash as How To Win', () => {
    open();
    const terms = within(screen.getByRole('region', { name: 'Terms & Condition' }));
    expect(terms.getByRole('row', { name: '5,001 to 7,500 ₦1.50' })).toBeTruthy();
  });

  test('lead a player to Contact Us, and tell a visitor to sign in first', async () => {
    const visit = open();
    expect(await answerTo('How do I reach you?')).toContain('Sign in');
    visit.unmount();
    signIn();
    open();
    await answerTo('How do I reach you?');
    await userEvent.click(screen.getByRole('link', { name: 'Contact Us' }));
    expect(screen.getByText('At /contact')).toBeTruthy();
  });
});

describe("FAQs and terms of glo's players", () => {
  beforeEach(() => updateSession({ network: 'glo' }));

  test('tell of the daily tiers, and nowhere of weekly cash', () => {
    const { container } = open();
    const terms = within(screen.getByRole('region', { name: 'Terms & Condition' }));
    expect(terms.getByRole('heading', { name: 'Daily rewards' })).toBeTruthy();
    expect(terms.getByText('A daily leaderboard of three tiers.', { exact: false })).toBeTruthy();
    expect(terms.getByRole('row', { name: 'Tier 2 500 to 999 up to ₦3,000' })).toBeTruthy();
    expect(terms.getByText(/Only your points of the day in the Millionaire Rush/)).toBeTruthy();
    expect(container.textContent).not.toMatch(
      /top 10|Weekly rewards|weekly leaderboard|monthly leaderboard/i,
    );
  });

  test.each([
    [
      'How do I win cash?',
      [
        'top 5 of your tier',
        'Only your points of the day in the Millionaire Rush tournament set your tier',
        'up to ₦2,000 each for 0 to 499',
      ],
    ],
    ['When does my cash arrive?', ['after the day has ended']],
    ['When does the leaderboard start again?', ['midnight', 'Every Monday']],
  ])('answer %s', async (question, parts) => {
    open();
    const text = await answerTo(question);
    for (const part of parts) expect(text).toContain(part);
  });
});

describe("the operator's offer", () => {
  const prices = {
    plans: { ...DEFAULT_PRICES.plans, airtime: { daily: 60, weekly: 150 } },
    packs: { ...DEFAULT_PRICES.packs, card: [{ naira: 300, coins: 2000 }] },
  };
  const terms = () => screen.findByRole('region', { name: 'Terms & Condition' });
  const offering = (offer: object) => answer('get', 'misc/config', { data: { prices, ...offer } });

  test('is what answers and terms name', async () => {
    offering({ ways: WAYS });
    open();
    await within(await terms()).findByText(/It costs ₦60 a day or ₦150 a week from your airtime/);
    within(await terms()).getByText(/More coins by card: 2,000 for ₦300\./);
    expect(await answerTo('What does it cost to play?')).toContain('₦60 a day or ₦150 a week');
    expect(await answerTo('How do I get more coins?')).toContain('by card: 2,000 for ₦300.');
    expect(document.body.textContent).not.toContain('₦100 a week');
  });

  test('names the ways that there are', async () => {
    offering({ ways: ['mobile-money'] });
    open();
    await within(await terms()).findByText(/₦100 a day or ₦200 a week by mobile money/);
    expect(await answerTo('How do I get more coins?')).toContain('by mobile money: 750 for ₦100');
  });

  test('names no price where nothing can be paid', async () => {
    offering({ ways: [] });
    open();
    await vi.waitFor(() => expect(localStorage.getItem(OFFER_KEY)).toContain('"ways":[]'));
    expect(await answerTo('What does it cost to play?')).toMatch(/^A subscription lasts 1 day/);
    within(await terms()).getByText('Your subscription must be active.');
    within(await terms()).getByText('A subscription gives 1,000 coins.');
  });

  test('is the saved copy where there is no line', async () => {
    localStorage.setItem(OFFER_KEY, JSON.stringify({ prices, ways: WAYS }));
    answer('get', 'misc/config', 'no answer');
    open();
    within(await terms()).getByText(/It costs ₦60 a day or ₦150 a week from your airtime/);
  });

  test('has the way to reach the operator without an account', async () => {
    offering({ ways: WAYS, links: { support: 'tel:+2347001234' } });
    open();
    await answerTo('How do I reach you?');
    const link = await screen.findByRole('link', { name: '+2347001234' });
    expect(link.getAttribute('href')).toBe('tel:+2347001234');
  });

  test('with a link that would run here is not taken', async () => {
    offering({ ways: WAYS, links: { support: 'javascript:alert(1)' } });
    open();
    await within(await terms()).findByText(/₦100 a week/, undefined, { timeout: 4500 });
    expect(screen.queryByRole('link', { name: /alert/ })).toBeNull();
  });
});
