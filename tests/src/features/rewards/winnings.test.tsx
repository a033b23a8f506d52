import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../src/app/query-client.ts';
import type { Payout } from '../../../../src/contract/payouts.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { PAYLOADS } from '../../../support/payloads.ts';
import { signIn } from '../../../support/render.tsx';
import { expectTexts } from '../../../support/shown-as-text.ts';
import { anAsk, aPayout, atNoon, inDays, open, winnings } from './rewards.tsx';

describe('winnings', () => {
  atNoon();

  beforeEach(() => signIn());

  const serve = (...replies: Answer[]) => answer('get', 'payouts', ...replies);

  /** The cards from top to bottom. */
  const cards = () =>
    screen
      .getAllByRole('listitem')
      .filter((item) => within(item).queryAllByRole('list').length > 0);

  /** The tracker of the only card: each step as a screen reader says it, and when. */
  const tracker = () =>
    within(cards()[0] as HTMLElement)
      .getAllByRole('listitem')
      .map(({ firstElementChild, lastElementChild }) =>
        [firstElementChild?.nextElementSibling, lastElementChild]
          .map((part) => part?.textContent?.replaceAll('\u00a0', ' '))
          .join(' | '),
      );

  async function show(payout: Payout, proof: Parameters<typeof winnings>[1] = null) {
    serve(winnings([payout], proof));
    open();
    await screen.findByText('How we check winners');
    await vi.waitFor(() => expect(cards()).toHaveLength(1));
  }

  test('what is to be done comes first, what is settled last, and the sums stand above', async () => {
    serve(
      winnings([
        aPayout({ reference: 'PO-1', state: 'paid', grossKobo: 500_000, netKobo: 500_000 }),
        aPayout({ reference: 'PO-2', state: 'lapsed', reason: 'no-bank-account' }),
        aPayout({ reference: 'PO-3', state: 'checking', grossKobo: 100_000, netKobo: 100_000 }),
        aPayout({ reference: 'PO-4', state: 'sending', grossKobo: 300_000, netKobo: 300_000 }),
        aPayout({ reference: 'PO-5', state: 'held', reason: 'no-bank-account' }),
        aPayout({ reference: 'PO-6', state: 'failed', reason: 'sent-back' }),
      ]),
    );
    open();
    await screen.findByText('Paid to you');
    const labels = ['Held', 'On its way', 'Checking', 'Paid', 'Lapsed'];
    const tags = cards().map((card) =>
      labels.find((label) => within(card).queryAllByText(label)[0]?.tagName === 'SPAN'),
    );
    expect(tags).toEqual(['Held', 'Held', 'On its way', 'Checking', 'Paid', 'Lapsed']);
    const sums = ['Paid to you', 'On its way', 'Held'].map(
      (name) => screen.getAllByText(name).find(({ tagName }) => tagName === 'DT')?.parentElement,
    );
    expect(sums.map((sum) => sum?.textContent)).toEqual([
      'Paid to you₦5,000',
      'On its way₦4,000',
      'Held₦5,640',
    ]);
    // One thing to press now: the others look less prominent.
    const [first, second] = screen.getAllByRole('button', { name: /bank account/ });
    expect(first?.className).not.toContain('line');
    expect(second?.className).toContain('line');
  });

  describe('the tracker', () => {
    test.each<[string, Partial<Payout>, string[]]>([
      [
        'being checked',
        {},
        [
          'Won | Tue 17 Nov',
          'Checked, now | by Sun 22 Nov',
          'Sent, not yet | Not yet',
          'Paid, not yet | Not yet',
        ],
      ],
      [
        'held',
        { state: 'held', reason: 'under-review' },
        [
          'Won | Tue 17 Nov',
          'Checked, held | Held',
          'Sent, not yet | Not yet',
          'Paid, not yet | Not yet',
        ],
      ],
      [
        'approved',
        { state: 'approved', approvedAt: inDays(-1) },
        [
          'Won | Tue 17 Nov',
          'Checked | Fri 20 Nov',
          'Sent, now | Next',
          'Paid, not yet | by Sun 22 Nov',
        ],
      ],
      [
        'on its way',
        { state: 'sending', approvedAt: inDays(-1), sentAt: inDays(-0.125) },
        [
          'Won | Tue 17 Nov',
          'Checked | Fri 20 Nov',
          'Sent, now | Today 09:00',
          'Paid, not yet | by Sun 22 Nov',
        ],
      ],
      [
        'late on its way',
        { state: 'sending', approvedAt: inDays(-3), sentAt: inDays(-2) },
        [
          'Won | Tue 17 Nov',
          'Checked | Wed 18 Nov',
          'Sent, now | Thu 19 Nov',
          'Paid, not yet | Not yet',
        ],
      ],
      [
        'sent back',
        { state: 'failed', reason: 'sent-back', approvedAt: inDays(-3), sentAt: inDays(-2) },
        [
          'Won | Tue 17 Nov',
          'Checked | Wed 18 Nov',
          'Sent, held | Sent back',
          'Paid, not yet | Not yet',
        ],
      ],
      [
        'paid',
        { state: 'paid', approvedAt: inDays(-3), sentAt: inDays(-2), paidAt: inDays(-1) },
        ['Won | Tue 17 Nov', 'Checked | Wed 18 Nov', 'Sent | Thu 19 Nov', 'Paid | Fri 20 Nov'],
      ],
      [
        'lapsed',
        { state: 'lapsed', reason: 'no-bank-account', endedAt: inDays(-1) },
        [
          'Won | Tue 17 Nov',
          'Checked, stopped | Lapsed',
          'Sent, not yet | Not yet',
          'Paid, not yet | Not yet',
        ],
      ],
    ])('of a prize that is %s', async (_how, parts, steps) => {
      await show(aPayout(parts));
      expect(tracker()).toEqual(steps.map((step, index) => `Step ${index + 1} of 4, ${step}`));
    });
  });

  describe('what holds a prize is said, with the way on', () => {
    test.each<[Payout['reason'], Partial<Payout>, string, string | null, string | null]>([
      [
        'no-bank-account',
        { mendBy: inDays(20) },
        'Add it by Fri 11 Dec. A day later the prize moves by itself.',
        'Add bank account',
        '/profile',
      ],
      ['no-birth-date', {}, 'We need your date of birth', 'Enter my date of birth', '/profile'],
      ['under-age', {}, 'You are 18 on Sun 14 Mar 2027.', 'Check my date of birth', '/profile'],
      ['coins-taken-back', {}, 'This prize is for players who buy', 'Contact Us', '/contact'],
      [
        'proof-round',
        {},
        '20 sealed questions wait for you',
        'Confirm your win',
        '/rewards/confirm',
      ],
      [
        'bank-changed',
        { resumesAt: inDays(1) },
        'The prize goes on Sun 22 Nov, 12:00.',
        null,
        null,
      ],
      ['bank-shared', {}, 'A person checks your bank account', 'Contact Us', '/contact'],
      ['sent-back', {}, 'Your bank sent it back', 'Check bank account', '/profile'],
      ['claim', {}, 'A payment of yours was taken back', 'Contact Us', '/contact'],
      ['under-review', {}, 'A person looks at your games', 'Contact Us', '/contact'],
      ['second-approval', {}, 'A second person checks it', null, null],
      [null, {}, 'A person looks at your games', 'Contact Us', '/contact'],
    ])('%s', async (reason, parts, text, way, to) => {
      signIn(aUser({ dob: '2009-03-14' }));
      await show(aPayout({ state: 'held', reason, ...parts }), anAsk());
      expect(screen.getByText(text, { exact: false })).toBeDefined();
      const card = within(cards()[0] as HTMLElement);
      if (way === null) {
        expect(card.queryByRole('button')).toBeNull();
        return;
      }
      await userEvent.click(card.getByRole('button', { name: way }));
      await screen.findByText(`At ${to}`);
    });

    test('a proof round that has begun goes on', async () => {
      await show(aPayout({ state: 'held', reason: 'proof-round' }), anAsk({ isOpen: true }));
      screen.getByText('Your sealed questions go on');
      screen.getByText('Play them by Tue 24 Nov. Then the prize moves by itself.');
    });

    test('after its week it can be played until the prize lapses', async () => {
      const ask = anAsk({ by: inDays(-1) });
      await show(aPayout({ state: 'held', reason: 'proof-round', mendBy: inDays(20) }), ask);
      screen.getByText('Play them by Fri 11 Dec. Then the prize moves by itself.');
    });
  });

  test('what is mended is thanked for, and moves on', async () => {
    serve(
      winnings([aPayout({ state: 'held', reason: 'no-bank-account' })]),
      winnings([aPayout({ state: 'checking' })]),
    );
    open();
    await screen.findByText('We need your bank account');
    await queryClient.refetchQueries();
    await screen.findByText('Thank you. It moves on now.');
    expect(screen.queryByText('We need your bank account')).toBeNull();
  });

  test.each<[string, Partial<Payout>, string]>([
    ['of the week', {}, '7th place, week of Mon 9 Nov'],
    ['of the month', { board: 'monthly', place: 1 }, 'Grand prize, November'],
    ['of a tier', { board: 'rush', tier: 2, place: 3 }, '3rd place, Rush Tier 2, Mon 9 Nov'],
    ['of the raffle', { board: 'raffle', place: 1 }, 'Raffle draw, Mon 16 Nov'],
    ['of the 21st place', { place: 21 }, '21st place, week of Mon 9 Nov'],
    ['of the 12th place', { place: 12 }, '12th place, week of Mon 9 Nov'],
  ])('a prize %s says what it was won with', async (_what, parts, text) => {
    await show(aPayout(parts));
    screen.getByText(text);
  });

  test.each<[string, Partial<Payout>, string[]]>([
    [
      'cash',
      { state: 'paid', bank: { name: 'Savannah Bank', ending: '789' } },
      ['₦2,820', 'Savannah Bank, ending 789. Reference PO-8HZN-09'],
    ],
    [
      'airtime',
      { kind: 'airtime', state: 'paid' },
      ['₦2,820 airtime', 'Sent to your number. Reference PO-8HZN-09'],
    ],
    ['data', { kind: 'data' }, ['₦2,820 data']],
    ['taxed cash', { taxKobo: 14_100, netKobo: 267_900 }, ['₦2,820', 'Tax ₦141. You get ₦2,679.']],
    [
      'a refused prize',
      { state: 'refused', endedAt: inDays(-1) },
      ['This prize is not paid, Fri 20 Nov. Contact Us tells you why. Reference PO-8HZN-09'],
    ],
    [
      'a lapsed prize',
      { state: 'lapsed', endedAt: inDays(-1) },
      ['This prize has lapsed, Fri 20 Nov. Reference PO-8HZN-09'],
    ],
  ])('%s is told as what it is', async (_what, parts, texts) => {
    await show(aPayout(parts));
    const card = within(cards()[0] as HTMLElement);
    for (const text of texts) expect(card.getByText(text)).toBeDefined();
  });

  test('who has won nothing yet is led to play', async () => {
    serve(winnings([]));
    open();
    await screen.findByText('No wins yet');
    await userEvent.click(screen.getByRole('button', { name: 'Play now' }));
    await screen.findByText('At /home');
  });

  test('without a line, and never seen before, they are said not to be on this phone: that is no error', async () => {
    goOffline();
    serve('no answer');
    open();
    await screen.findByText('Not on this phone yet');
    await screen.findByText('No network');
    expect(screen.queryByText('Your winnings could not be retrieved')).toBeNull();
  });

  test('without an answer there is a way to try again', async () => {
    serve({ status: 403, code: 'session/not-fresh' }, winnings([]));
    open();
    await screen.findByText('Your winnings could not be retrieved');
    await userEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await screen.findByText('No wins yet');
  });

  test('a reference and the name of a bank are shown as text', async () => {
    const [name = '', ending = ''] = PAYLOADS;
    const reference = '<img src=x onerror=alert()>';
    await show(aPayout({ state: 'paid', reference, bank: { name, ending } }));
    expectTexts(name, ending, reference);
  });
});

describe('saved', () => {
  beforeEach(() => signIn());

  test('prizes that were read are there without a line, with their age', async () => {
    answer('get', 'payouts', winnings([aPayout()]), 'no answer');
    const { unmount } = open();
    await screen.findByText('7th place, week of Mon 9 Nov', { exact: false });
    unmount();
    queryClient.clear();
    open();
    await screen.findByText('7th place, week of Mon 9 Nov', { exact: false });
    await screen.findByText(/^This is from /, undefined, { timeout: 15_000 });
  }, 20_000);
});
