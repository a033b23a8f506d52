import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import {
  BANKS,
  choose,
  DOWN,
  field,
  fill,
  NAME,
  press,
  show,
  submit,
  UNRESOLVED,
  withoutAccount,
} from './bank-form.tsx';

withoutAccount();

describe('the number', () => {
  test('a number has ten digits: no more can be typed, and some can be deleted', async () => {
    const { resolved } = show();
    await choose();
    await userEvent.type(field(), '01234567899');
    expect(field().value).toBe('0123456789');
    expect(screen.getByText('10 of 10')).toBeTruthy();
    await userEvent.type(field(), '{Backspace}{Backspace}a-7');
    expect(field().value).toBe('012345677');
    expect(resolved).toHaveLength(1);
  });

  test.each([
    ['0123 456 789', '0123456789'],
    [' 0123-456-789\n', '0123456789'],
    ['+234 803 000 0000', ''],
    ['٠١٢٣ ٤٥٦ ٧٨٩', '0123456789'],
    ['০১২৩৪৫৬৭৮৯', '0123456789'],
  ])('%j can be pasted', async (pasted, kept) => {
    show();
    await choose();
    await userEvent.click(field());
    await userEvent.paste(pasted);
    expect(field().value).toBe(kept);
  });

  test('while the bank is asked the field says so', async () => {
    const { answer: late, release } = held({ data: { account_name: NAME } });
    show({ name: [late] });
    await choose();
    fill('0123456789');
    expect(await screen.findByText('Please wait')).toBeTruthy();
    expect(submit().disabled).toBe(true);
    await release();
    expect(await screen.findByText(NAME)).toBeTruthy();
    expect(screen.queryByText('Please wait')).toBeNull();
  });

  test('a number that is not of the bank is told, and can be corrected', async () => {
    show({ name: [UNRESOLVED, { data: { account_name: NAME } }] });
    await choose();
    fill('0123456780');
    expect((await screen.findByRole('alert')).textContent).toBe('Invalid acct details');
    expect(submit().disabled).toBe(true);
    await userEvent.type(field(), '{Backspace}9');
    expect(await screen.findByText(NAME)).toBeTruthy();
    expect(screen.queryByText('Invalid acct details')).toBeNull();
  });

  test('the name of another bank is asked for again', async () => {
    const { resolved } = show();
    await choose();
    fill('0123456789');
    await screen.findByText(NAME);
    await press('Bank Access Bank');
    await press('Zenith Bank 057');
    await vi.waitFor(() => expect(resolved).toHaveLength(2));
    expect(resolved[1]?.url.searchParams.get('bank_code')).toBe('057');
  });

  test('a number before its bank says what is missing', async () => {
    const { resolved } = show();
    await press('Add bank account');
    await screen.findByLabelText('Account number');
    fill('0123456789');
    expect(screen.getByText('Choose your bank first')).toBeTruthy();
    expect(resolved).toHaveLength(0);
  });

  test.each<[string, Answer, string]>([
    ['the bank listing is down', DOWN, 'Error, Please try again'],
    ['the answer is a page', { raw: '<html>' }, 'Error, Please try again'],
    ['there is no line', 'no answer', 'No network. Check your connection and try again.'],
    [
      'too many were asked about',
      { status: 429, code: 'rate/limited', message: 'That was asked for too often.' },
      'That was asked for too often.',
    ],
  ])('when %s the number stays, and is asked about again', async (_what, failure, words) => {
    show({ name: [failure, { data: { account_name: NAME } }] });
    await choose();
    fill('0123456789');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    await press('Try again');
    expect(await screen.findByText(NAME)).toBeTruthy();
    expect(field().value).toBe('0123456789');
  });
});

describe('the list of banks', () => {
  test('is searched by name, and says when no bank has it', async () => {
    show();
    await press('Add bank account');
    await press('Bank Choose your bank');
    const search = screen.getByRole('searchbox', { name: 'Find your bank' });
    expect(document.activeElement).toBe(search);
    const list = screen.getByRole('list', { name: 'Banks' });
    const names = within(list).getAllByRole('button');
    expect(names.map(({ textContent }) => textContent)).toEqual([
      'Access Bank 044',
      'Guaranty Trust Bank 058',
      'Zenith Bank 057',
    ]);
    await userEvent.type(search, 'gtb');
    expect(screen.getByText('1 of 3 banks')).toBeTruthy();
    await userEvent.type(search, 'x');
    expect(screen.getByText('No bank has this name')).toBeTruthy();
  });

  test.each(['Back', 'Escape'])('%s returns to the form', async (way) => {
    show();
    await press('Add bank account');
    await press('Bank Choose your bank');
    if (way === 'Escape') await userEvent.keyboard('{Escape}');
    else await press(way);
    expect(screen.queryByRole('searchbox')).toBeNull();
    expect(document.activeElement).toBe(
      screen.getByRole('button', { name: 'Bank Choose your bank' }),
    );
    expect(screen.getByRole('dialog', { name: 'Add bank account' })).toBeTruthy();
  });

  test.each<[string, Answer, string]>([
    ['without a line', 'no answer', 'No network. Check your connection and try again.'],
    ['while the listing is down', DOWN, 'Error, Please try again'],
  ])('%s can be asked for again', async (_what, failure, words) => {
    show({ list: failure });
    await press('Add bank account');
    expect((await screen.findByRole('alert')).textContent).toBe(words);
    answer('get', '/bank-listing/bank', { data: BANKS });
    await press('Try again');
    await press('Bank Choose your bank');
    expect(screen.getByText('3 of 3 banks')).toBeTruthy();
  });
});
