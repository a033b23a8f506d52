import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';
import { goOffline } from '../../../support/go-offline.ts';
import { signIn } from '../../../support/render.tsx';
import { aRow, atNoon, hoursAgo, itemsOf, open, passbook, press, serve } from './billing.tsx';

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
    expect(itemsOf(await day('Yesterday'))[0]).toContain('Card, FOM-7Q2X…K81, 16:00+7501,000 left');
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
    expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/contact');
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
