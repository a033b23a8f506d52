import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { FaqsPage } from '../../../../../src/features/help/faqs/faqs-page.tsx';
import { DEFAULT_SESSION, updateSession } from '../../../../../src/session/session.ts';
import { renderScreen, signIn } from '../../../../support/render.tsx';

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
    ['How many games can I play in a day?', ['50.']],
    ['Can I play without network?', ['within 24 hours', 'within 72 hours']],
    [
      /line drops/,
      ['10 questions', 'clock of that question does not stop', 'Nothing is charged twice'],
    ],
    ['How old must I be?', ['18 or older']],
    ['May I have more than one account?', ['one phone number and one bank account']],
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
    expect(terms.getByRole('row', { name: 'Tier 2 500 to 999 ₦3,000' })).toBeTruthy();
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
        '₦2,000 each for 0 to 499',
      ],
    ],
    ['When does my cash arrive?', ['after the day has ended']],
    ['When does the leaderboard start again?', ['12 AM', 'Every Monday']],
  ])('answer %s', async (question, parts) => {
    open();
    const text = await answerTo(question);
    for (const part of parts) expect(text).toContain(part);
  });
});
