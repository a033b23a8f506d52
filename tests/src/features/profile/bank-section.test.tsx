import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { BankSection } from '../../../../src/features/profile/bank-section.tsx';
import { currentSession } from '../../../../src/session/session.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { renderScreen } from '../../../support/render.tsx';
import {
  BANKS,
  CHALLENGE,
  choose,
  DOWN,
  field,
  fill,
  NAME,
  OWN,
  press,
  show,
  submit,
  UNRESOLVED,
  withoutAccount,
} from './bank-form.tsx';

describe('the bank account', () => {
  withoutAccount();

  describe('without an account', () => {
    test('one is added in the name that the bank gives', async () => {
      const { resolved, posted } = show();
      await choose();
      expect(document.activeElement).toBe(field());
      await userEvent.type(field(), '012345678');
      expect(submit().disabled).toBe(true);
      expect(resolved).toHaveLength(0);
      await userEvent.type(field(), '9');
      expect(await screen.findByText(NAME)).toBeTruthy();
      expect(resolved[0]?.url.search).toBe('?account_number=0123456789&bank_code=044');
      expect(submit().disabled).toBe(false);
      await userEvent.click(submit());
      expect(await screen.findByText('Bank added successfully')).toBeTruthy();
      expect(posted[0]?.body).toEqual({
        bankName: 'Access Bank',
        bankCode: '044',
        acctNumber: '0123456789',
        acctName: NAME,
      });
      expect(posted[0]?.headers.get('Idempotency-Key')).toBeTruthy();
      expect(screen.queryByRole('dialog')).toBeNull();
      expect(screen.getByRole('img', { name: 'Account number ending 789' })).toBeTruthy();
      expect(
        screen.getByText('We pay your cash here, 24 to 48 hours after it is approved.'),
      ).toBeTruthy();
      expect(currentSession().user).toMatchObject({ hasBank: true });
    });

    test('the bank comes first, and is where the focus is', async () => {
      show();
      await userEvent.click(await screen.findByRole('button', { name: 'Add bank account' }));
      expect(document.activeElement).toBe(screen.getByRole('button', { name: /^Bank Choose/ }));
    });

    test('what was added is there without a line, too', async () => {
      show();
      await choose();
      await userEvent.type(field(), '0123456789');
      await vi.waitFor(() => expect(submit().disabled).toBe(false));
      await userEvent.click(submit());
      await screen.findByText('Bank added successfully');
      cleanup();
      const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
      onTestFinished(() => online.mockRestore());
      show();
      answer('get', 'banks', 'no answer');
      expect(await screen.findByRole('img', { name: 'Account number ending 789' })).toBeTruthy();
    });

    test('an account that is taken stays in the field, with the way to Contact Us', async () => {
      const taken = { status: 409, code: 'bank/taken', message: 'Taken.' };
      show({ added: [taken, { data: { bank: OWN } }] });
      await choose();
      fill('0123456789');
      await screen.findByText(NAME);
      await userEvent.click(submit());
      expect((await screen.findByRole('alert')).textContent).toContain(
        'Another player has this account',
      );
      expect(field().value).toBe('0123456789');
      await press('Use another account');
      expect(document.activeElement).toBe(field());
      expect(screen.queryByRole('alert')).toBeNull();
      await userEvent.click(submit());
      await screen.findByText('Bank added successfully');
    });

    test('of two banks of one name the one that was chosen is sent', async () => {
      const twins = [
        { name: 'Rubies MFB', code: '125' },
        { name: 'Rubies MFB', code: '090175' },
      ];
      const { posted, resolved } = show({ list: { data: twins } });
      await choose('Add bank account', 'Rubies MFB 090175');
      fill('0123456789');
      await screen.findByText(NAME);
      expect(resolved[0]?.url.searchParams.get('bank_code')).toBe('090175');
      await userEvent.click(submit());
      await screen.findByText('Bank added successfully');
      expect(posted[0]?.body).toMatchObject({ bankName: 'Rubies MFB', bankCode: '090175' });
    });

    test('a name that is another one by now is shown and has to be confirmed anew', async () => {
      const other = 'The bank gives another name now.';
      const { posted } = show({
        name: [{ data: { account_name: NAME } }, { data: { account_name: 'BOLA EZE' } }],
        added: [{ status: 409, code: 'bank/other-name', message: other }, { data: { bank: OWN } }],
      });
      await choose();
      fill('0123456789');
      await screen.findByText(NAME);
      await userEvent.click(submit());
      expect((await screen.findByRole('alert')).textContent).toBe(other);
      await screen.findByText('BOLA EZE');
      await userEvent.click(submit());
      await screen.findByText('Bank added successfully');
      expect(posted[1]?.body).toMatchObject({ acctName: 'BOLA EZE' });
      const keys = posted.map(({ headers }) => headers.get('Idempotency-Key'));
      expect(keys[0]).not.toBe(keys[1]);
    });

    test('Contact Us leads there', async () => {
      show({ added: [{ status: 409, code: 'bank/taken', message: 'Taken.' }] });
      await choose();
      fill('0123456789');
      await screen.findByText(NAME);
      await userEvent.click(submit());
      await press('Contact Us');
      expect(await screen.findByText('At /contact')).toBeTruthy();
    });

    test('a failure is told, and the same call is made again with its key', async () => {
      const { posted } = show({ added: [DOWN, { data: { bank: OWN } }] });
      await choose();
      fill('0123456789');
      await screen.findByText(NAME);
      await userEvent.click(submit());
      expect((await screen.findByRole('alert')).textContent).toBe('Error, Please try again');
      await userEvent.click(submit());
      await screen.findByText('Bank added successfully');
      const keys = posted.map(({ headers }) => headers.get('Idempotency-Key'));
      expect(keys[0]).toBe(keys[1]);
    });

    test('an account that another API keeps is read anew', async () => {
      show({ added: [{ data: null }] });
      await choose();
      fill('0123456789');
      await screen.findByText(NAME);
      answer('get', 'banks', { data: { bank: { ...OWN, acctNumber: '0123456789' } } });
      await userEvent.click(submit());
      expect(await screen.findByRole('img', { name: 'Account number ending 789' })).toBeTruthy();
      expect(document.body.textContent).not.toContain('0123456789');
    });
  });

  describe('a change', () => {
    const change = async () => {
      await choose('Change', 'Zenith Bank 057');
      fill('0123456789');
      await within(screen.getByRole('dialog')).findByText(NAME);
      await userEvent.click(submit());
    };

    test('asks for the code where the policy has one', async () => {
      const wrong = {
        raw: JSON.stringify({
          status: false,
          code: 'challenge/wrong-code',
          message: 'That code is not right. You have 4 tries left.',
        }),
      };
      const heldUntil = '2999-11-21T07:34:00.000Z';
      const { posted } = show({
        bank: OWN,
        added: [CHALLENGE, wrong, { data: { bank: { ...OWN, acctNumber: '456', heldUntil } } }],
      });
      await change();
      const code = await screen.findByLabelText('Code');
      await userEvent.type(code, '111111');
      await press('Submit');
      expect((await screen.findByRole('alert')).textContent).toContain('4 tries left');
      await userEvent.clear(code);
      await userEvent.type(code, '123 456');
      await press('Submit');
      expect(await screen.findByText('Bank added successfully')).toBeTruthy();
      expect(posted.at(-1)?.body).toMatchObject({ challenge: 'challenge-1', code: '123456' });
      expect(screen.getByRole('img', { name: 'Account number ending 456' })).toBeTruthy();
      expect(
        screen.getByText(
          'New account. Payments wait until Thu 21 Nov 2999, 08:34, to keep your money safe.',
        ),
      ).toBeTruthy();
    });

    test('can be left for the form, as it was filled in', async () => {
      show({ bank: OWN, added: [CHALLENGE] });
      await change();
      await screen.findByLabelText('Code');
      await press('Back');
      expect(field().value).toBe('0123456789');
      expect(screen.getByRole('button', { name: 'Bank Zenith Bank' })).toBeTruthy();
    });

    test("says that the operator's link is needed where sign-in is by that", async () => {
      show({ bank: OWN, added: [{ status: 403, code: 'session/not-fresh' }] });
      await change();
      expect((await screen.findByRole('alert')).textContent).toContain('network');
    });
  });

  describe('what was typed', () => {
    test('outlives a killed tab, and goes once the account is added', async () => {
      show();
      await choose();
      fill('0123456');
      cleanup();
      show();
      await press('Add bank account');
      expect((await screen.findByLabelText<HTMLInputElement>('Account number')).value).toBe(
        '0123456',
      );
      expect(screen.getByRole('button', { name: 'Bank Access Bank' })).toBeTruthy();
      fill('0123456789');
      await screen.findByText(NAME);
      await userEvent.click(submit());
      await screen.findByText('Bank added successfully');
      expect(sessionStorage.getItem('fom-drafts')).toBeNull();
    });

    test('goes where the player closes the dialog', async () => {
      show();
      await choose();
      fill('0123456');
      await press('Close');
      expect(sessionStorage.getItem('fom-drafts')).toBeNull();
      await press('Add bank account');
      expect(field().value).toBe('');
    });
  });

  test('without a line the saved account is shown with its age, and nothing without one', async () => {
    answer('get', 'banks', { data: { bank: OWN } });
    const { unmount } = renderScreen(<BankSection />, { path: '/profile', at: '/profile' });
    await screen.findByRole('img', { name: 'Account number ending 789' });
    unmount();
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    answer('get', 'banks', 'no answer');
    renderScreen(<BankSection />, { path: '/profile', at: '/profile' });
    expect(await screen.findByText(/^This is from /)).toBeTruthy();
    expect(screen.getByRole('img', { name: 'Account number ending 789' })).toBeTruthy();
  });

  test('who is led to the account finds it focused', async () => {
    Element.prototype.scrollIntoView ??= () => undefined;
    show({}, '/profile#account');
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Bank account' }));
  });
});

describe('the account number', () => {
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
});
