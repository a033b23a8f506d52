import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { PassbookRow } from '../../../../src/contract/payments.ts';
import { passbookCsv, rowWords, signedCoins } from '../../../../src/features/billing/passbook.tsx';
import { joined } from '../../../../src/features/billing/reads.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import { aRow, atNoon, hoursAgo, itemsOf, open, passbook, press, serve } from './billing.tsx';

const book = (ids: number[], next: string | null) => ({
  rows: ids.map((id) => aRow(id)),
  next,
  month: { in: 0, out: 0 },
});

test.each([
  ['new rows above the ones kept', [5, 4], '4', [4, 3, 2], null, [5, 4, 3, 2], null],
  ['nothing new', [4, 3], '3', [4, 3, 2], '2', [4, 3, 2], '2'],
  ['a gap, which is asked for again', [9, 8], '8', [4, 3], null, [9, 8], '8'],
  ['a book that has lost its rows', [], null, [4, 3], null, [], null],
])('%s', (_case, newest, next, kept, keptNext, rows, joinedNext) => {
  const result = joined(book(newest, next), book(kept, keptNext));
  expect(result.rows.map(({ id }) => Number(id))).toEqual(rows);
  expect(result.next).toBe(joinedNext);
});

test('the first read is kept as it comes', () => {
  expect(joined(book([2, 1], '1'), undefined)).toEqual(book([2, 1], '1'));
});

describe('the passbook', () => {
  const round = {
    id: '0c0f3f3e-aaaa-bbbb-cccc-00000000ab12',
    categoryId: 'english-premier-league',
    level: 'medium',
    shown: 4,
  };

  const GAME = aRow(9, {
    reason: 'round-opened',
    coins: -150,
    balance: 850,
    at: hoursAgo(2),
    round,
    way: null,
  });

  atNoon();

  beforeEach(() => signIn(aUser({ pointBalance: 1240 })));

  const show = () => open('/billing#passbook');

  const day = (name: string) => screen.findByRole('region', { name });

  /** The text as it is written, with the mark before its letters. */
  const textOf = async (blob: Blob) =>
    new TextDecoder('utf-8', { ignoreBOM: true }).decode(await blob.arrayBuffer());

  /** The files saved, in order. */
  function savedFiles(): { name: string; text: Promise<string> }[] {
    const files: { name: string; text: Promise<string> }[] = [];
    const blobs: Blob[] = [];
    vi.stubGlobal(
      'URL',
      Object.assign(URL, {
        createObjectURL: (blob: Blob) => `blob:${blobs.push(blob)}`,
        revokeObjectURL: () => undefined,
      }),
    );
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      const blob = blobs.at(-1);
      if (blob) files.push({ name: this.download, text: textOf(blob) });
    });
    return files;
  }

  describe('the passbook', () => {
    test('has the balance and what came and went this month', async () => {
      serve();
      show();
      await screen.findByText('No coins have moved yet');
      expect(screen.getByRole('region', { name: 'Coins now' }).textContent).toBe(
        'Coins now1,240In this month +7,100Out this month −5,980',
      );
    });

    test('lists each movement under its day, with what was left', async () => {
      serve({
        passbook: passbook([
          GAME,
          aRow(8, { reference: 'FOM-7Q2XABCDEFGHIJKK81', at: hoursAgo(20) }),
          aRow(7, { reason: 'subscription', plan: 'weekly', way: 'airtime', at: hoursAgo(80) }),
        ]),
      });
      show();
      await screen.findByText('English Premier League, Medium');
      expect(itemsOf(await day('Today'))).toEqual([
        'English Premier League, Medium, minus 150 coins, 850 left, 10:00' +
          'English Premier League, MediumGame R-AB12, 10:00−150850 left',
      ]);
      expect(itemsOf(await day('Yesterday'))[0]).toContain(
        'Card, FOM-7Q2X…K81, 16:00+7501,000 left',
      );
      const older = await day('Wed 18 Nov');
      expect(older.textContent).toContain('1 movement');
      expect(older.textContent).toContain('Weekly subscription, plus 750 coins');
    });

    test('shows older rows below, the newest thirty being asked for once', async () => {
      const pages = answer(
        'get',
        'payments/passbook',
        passbook([aRow(9)], '9'),
        passbook([aRow(8)], '8'),
        passbook([aRow(7)]),
      );
      answer('get', 'categories', { data: [] });
      show();
      await day('Today');
      await press('Show older');
      await waitFor(async () => expect(itemsOf(await day('Today'))).toHaveLength(2));
      await press('Show older');
      await waitFor(async () => expect(itemsOf(await day('Today'))).toHaveLength(3));
      expect(screen.queryByRole('button', { name: 'Show older' })).toBeNull();
      expect(pages.map(({ url }) => url.searchParams.get('before'))).toEqual([null, '9', '8']);
    });

    test('a ticket that was played is owed as a ticket', async () => {
      const claim = { reference: 'FOM-7Q2XABCDEFGHIJKK81', coins: 0, tickets: 1, at: hoursAgo(80) };
      serve({ passbook: passbook([aRow(9)], null, [claim]) });
      show();
      const text =
        'Payment FOM-7Q2X…K81 was taken back on Wed 18 Nov, but this ticket was played already. ' +
        'You can play and buy as before, but no prize money is paid to you until this is settled. ' +
        'Write to us to settle it. We take no ticket for it by ourselves.';
      await screen.findByText('You owe 1 ticket of Millionaire Rush');
      expect(screen.getByText(text, { exact: false })).toBeTruthy();
    });

    test('says what is owed of a payment that was taken back, also from what was saved', async () => {
      const claim = { reference: 'FOM-7Q2XABCDEFGHIJKK81', coins: 1200, at: hoursAgo(80) };
      serve({ passbook: passbook([aRow(9)], null, [claim]) });
      const first = show();
      const text =
        'Payment FOM-7Q2X…K81 was taken back on Wed 18 Nov, but these coins were spent already. ' +
        'You can play and buy as before, but no prize money is paid to you until this is settled. ' +
        'Write to us to settle it. We take no coins for it by ourselves.';
      await screen.findByText('You owe 1,200 coins');
      expect(screen.getByText(text, { exact: false })).toBeTruthy();
      expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe(
        '/contact',
      );
      first.unmount();
      goOffline();
      serve({ passbook: 'no answer' });
      show();
      await screen.findByText('You owe 1,200 coins');
    });

    test('says nothing of claims where there is none', async () => {
      const { categories } = serve({ passbook: passbook([aRow(9)]) });
      show();
      await day('Today');
      await vi.waitFor(() => expect(categories).toHaveLength(1));
      expect(screen.queryByText(/^You owe/)).toBeNull();
    });

    test('keeps what is shown when older rows cannot be had', async () => {
      serve({ passbook: passbook([aRow(9)], '9') });
      show();
      await day('Today');
      serve({ passbook: { status: 403, code: 'x' } });
      await press('Show older');
      await screen.findByText('Failed to retrieve your passbook');
      expect(itemsOf(await day('Today'))).toHaveLength(1);
      expect(screen.getByRole('button', { name: 'Show older' })).toBeTruthy();
    });
  });

  describe('without a network', () => {
    test('it is read from the phone, older rows too', async () => {
      answer('get', 'payments/passbook', passbook([GAME], '9'), passbook([aRow(8)]));
      answer('get', 'categories', { data: [] });
      const first = show();
      await screen.findByText('Saved on this phone, from a moment ago.');
      await press('Show older');
      await waitFor(async () => expect(itemsOf(await day('Today'))).toHaveLength(2));
      first.unmount();
      goOffline();
      serve({ passbook: 'no answer', categories: 'no answer' });
      show();
      expect(itemsOf(await day('Today'))).toHaveLength(2);
      await screen.findByText('This is from a moment ago');
      expect(screen.getByRole('button', { name: 'Export as CSV file' })).toBeTruthy();
      expect(screen.queryByText(/^Saved on this phone/)).toBeNull();
    });

    test('it says that nothing was saved', async () => {
      goOffline();
      serve({ passbook: 'no answer' });
      show();
      await screen.findByText('Nothing is saved on this phone yet');
      expect(screen.queryByText('No coins have moved yet')).toBeNull();
    });
  });

  describe('Export', () => {
    test('saves all of it as one file, what the phone lacks being asked for', async () => {
      const files = savedFiles();
      answer('get', 'payments/passbook', passbook([GAME], '9'), passbook([aRow(8)]));
      answer('get', 'categories', { data: [] });
      show();
      await day('Today');
      await press('Export as CSV file');
      await screen.findByText('Passbook saved as a CSV file');
      expect(files.map(({ name }) => name)).toEqual(['football-mastermind-passbook.csv']);
      const lines = (await files[0]?.text)?.trimEnd().split('\r\n');
      expect(lines?.[0]).toBe('\uFEFFDate,Time,What,Way,Game,Reference,Coins,Balance');
      expect(lines?.slice(1).map((line) => line.slice(0, 16))).toEqual([
        '2026-11-21,10:00',
        '2026-11-21,11:00',
      ]);
    });

    test('saves what there is, and says so, where the line breaks', async () => {
      const files = savedFiles();
      serve({ passbook: passbook([GAME], '9') });
      show();
      await day('Today');
      serve({ passbook: 'no answer' });
      goOffline();
      await press('Export as CSV file');
      await screen.findByText('Only the newest 1 movements were saved');
      expect(files).toHaveLength(1);
    });
  });
});

describe('the passbook as CSV', () => {
  const round = { id: 'round-1', categoryId: 'la-liga', level: 'medium', shown: 10 };

  test('a row has its time in Lagos, what it is about, the coins and what was left', () => {
    const row = aRow(1, {
      at: '2026-11-20T23:30:00.000Z',
      reason: 'round-opened',
      round,
      way: null,
      coins: -150,
      balance: 1240,
    });
    expect(passbookCsv([row], { 'la-liga': 'La Liga' })).toBe(
      '\uFEFFDate,Time,What,Way,Game,Reference,Coins,Balance\r\n' +
        '2026-11-21,00:30,"La Liga, Medium",,round-1,,-150,1240\r\n',
    );
  });

  test.each([
    ['0012', '"=""0012"""'],
    [' =1+1', "' =1+1"],
    ['=1+1', "'=1+1"],
    ['@sum', "'@sum"],
    ['a "word"', '"a ""word"""'],
    ['two\nlines', '"two\nlines"'],
  ])('%j is text to a spreadsheet: %j', (reason, cell) => {
    expect(passbookCsv([aRow(1, { reason })], {})).toContain(`,${cell},Card,`);
  });
});

const ROUND = { id: 'round-61d4', categoryId: 'la-liga', level: 'hard', shown: 0 };

const NAMES = { 'la-liga': 'La Liga' };

const opened: Partial<PassbookRow> = { reason: 'round-opened', coins: -200, way: null };

const counted: Partial<PassbookRow> = { reason: 'round-counted', coins: 120, way: null };

const expired: Partial<PassbookRow> = { reason: 'round-expired', coins: 200, way: null };

describe('what moved coins', () => {
  test.each<[Partial<PassbookRow>, string, string, string | null]>([
    [{ ...opened, round: ROUND }, 'out', 'La Liga, Hard', 'Game R-61D4'],
    [{ ...opened, round: { ...ROUND, categoryId: 'x' } }, 'out', 'Game, Hard', 'Game R-61D4'],
    [
      { ...counted, round: { ...ROUND, shown: 4 } },
      'back',
      'Coins given back',
      'Game R-61D4: you left after 4 questions',
    ],
    [
      { ...counted, round: { ...ROUND, shown: 1 } },
      'back',
      'Coins given back',
      'Game R-61D4: you left after 1 question',
    ],
    [{ ...expired, round: ROUND }, 'back', 'Coins given back', 'Game R-61D4 did not finish'],
    [
      { ...expired, reason: 'round-repaired', coins: 20, round: ROUND },
      'back',
      'Coins given back',
      'Game R-61D4: a question was wrong',
    ],
    [
      { plan: 'daily', reason: 'subscription', way: 'airtime' },
      'in',
      'Daily subscription',
      'Airtime',
    ],
    [{ reason: 'subscription', way: null }, 'in', 'Subscription', null],
    [{ way: 'mobile-money' }, 'in', 'Coins bought', 'Mobile money'],
    [{ reason: 'coins-corrected', coins: 250, way: null }, 'in', 'Put right by us', null],
    [{ reason: 'coins-corrected', coins: -250, way: null }, 'out', 'Put right by us', null],
    [
      { reason: 'payment-reversed', plan: 'daily', coins: -1000, way: 'card' },
      'out',
      'Payment taken back',
      'Card',
    ],
    [
      { reason: 'payment-returned', plan: 'daily', coins: 1000, way: 'card' },
      'back',
      'Payment given back',
      'Card',
    ],
    [{ reason: 'A gift', way: null }, 'in', 'A gift', null],
  ])('%o is %s: %s', (parts, direction, title, detail) => {
    expect(rowWords(aRow(1, parts), NAMES)).toEqual({ direction, title, detail });
  });
});

test.each([
  [-1150, '−1,150'],
  [750, '+750'],
  [0, '0'],
])('%i coins read %s', (coins, text) => {
  expect(signedCoins(coins)).toBe(text);
});
