import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { MyDataPage } from '../../../../src/features/my-data/my-data-page.tsx';
import { saveFile } from '../../../../src/lib/save-file.ts';
import { aUser } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

vi.mock('../../../../src/lib/save-file.ts', () => ({ saveFile: vi.fn() }));

const SIGN_INS = [
  { signedInAt: '2026-11-18T11:00:00Z', isCurrent: false, device: 'Chrome on Android' },
  { signedInAt: '2026-11-17T11:00:00Z', isCurrent: true },
];

const onDeleted = vi.fn(async () => undefined);
const onSignOut = vi.fn(async () => undefined);

beforeEach(() => {
  vi.clearAllMocks();
  signIn(aUser({ id: '7', pointBalance: 1240 }));
  answer('get', 'user/sessions', { data: SIGN_INS });
});

function open() {
  renderScreen(<MyDataPage onDeleted={onDeleted} onSignOut={onSignOut} />);
}

const button = (name: string) => screen.findByRole('button', { name });
const press = async (name: string) => userEvent.click(await button(name));

/** Opens the dialog and types a word into it. */
async function askFor(word: string) {
  open();
  await press('Delete account');
  const dialog = within(screen.getByRole('dialog', { name: 'Delete your account?' }));
  await userEvent.type(dialog.getByRole('textbox', { name: 'Type DELETE' }), word);
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  return dialog;
}

test('saves all that is kept as one file', async () => {
  answer('get', 'user/data', { data: { profile: { id: '7' }, rounds: [] } });
  open();
  await press('Download');
  expect(await screen.findByText('Your data is saved as a file')).toBeTruthy();
  const [name, type, text] = vi.mocked(saveFile).mock.calls[0] ?? [];
  expect([name, type]).toEqual(['football-mastermind-my-data.json', 'application/json']);
  expect(JSON.parse(text ?? '')).toEqual({ profile: { id: '7' }, rounds: [] });
});

test.each([
  ['no answer' as const, 'No network. Check your connection and try again.'],
  [{ status: 429, code: 'rate/limited' }, 'You saved it often just now. Please try again later.'],
  [{ status: 500, code: 'server/error' }, 'Unable to save your data. Please try again.'],
])('a download that meets %j says so, and saves nothing', async (reply, text) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  answer('get', 'user/data', reply);
  open();
  await press('Download');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(saveFile).not.toHaveBeenCalled();
});

test.each([
  [1, 'Your 1 coin is lost.'],
  [1240, 'Your 1,240 coins are lost.'],
])('of %i coins the dialog says what is lost', async (pointBalance, text) => {
  signIn(aUser({ id: '7', pointBalance }));
  open();
  await press('Delete account');
  expect(screen.getByText(text)).toBeTruthy();
});

test('of a player who signs out in another tab meanwhile nothing is saved', async () => {
  const { answer: late, release } = held({ data: { profile: { id: '7' } } });
  const asked = answer('get', 'user/data', late);
  open();
  await press('Download');
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  signIn(aUser({ id: '8' }));
  await release();
  await vi.waitFor(async () => expect((await button('Download')).ariaBusy).not.toBe('true'));
  expect(saveFile).not.toHaveBeenCalled();
});

test.each([
  ['without a line', 'no answer', /^No network/],
  ['from a server that fails', { status: 403, code: 'x' }, 'Unable to load your sign-ins'],
] as const)(
  'sign-ins that do not come %s say so, and can be asked for again',
  async (_, failure, text) => {
    const isCut = failure === 'no answer';
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(!isCut);
    onTestFinished(() => online.mockRestore());
    answer('get', 'user/sessions', failure, { data: SIGN_INS });
    open();
    await screen.findByText(text);
    online.mockReturnValue(true);
    await press('Try again');
    await screen.findByText('This phone');
  },
);

test('lists the sign-ins, marks this phone, and ends all others', async () => {
  const ended = answer('delete', 'user/sessions', { data: { ended: 1 } });
  open();
  expect(await screen.findAllByText(/^Since .* 12:00$/)).toHaveLength(2);
  expect(screen.getAllByText('This phone')).toHaveLength(1);
  await press('Sign out everywhere else');
  expect(await screen.findByText('You are signed out everywhere else')).toBeTruthy();
  expect(ended).toHaveLength(1);
  expect(screen.getAllByText(/^Since/)).toHaveLength(1);
  expect(screen.queryByRole('button', { name: 'Sign out everywhere else' })).toBeNull();
});

test('names the devices, and signs out on all of them, this one last', async () => {
  const ended = answer('delete', 'user/sessions', { data: { ended: 1 } });
  open();
  expect(await screen.findByText('Chrome on Android')).toBeTruthy();
  expect(screen.getByText('A device')).toBeTruthy();
  await press('Sign out everywhere');
  await vi.waitFor(() => expect(onSignOut).toHaveBeenCalledOnce());
  expect(ended).toHaveLength(1);
});

test.each([
  ['without a line', 'no answer', /^No network/],
  ['where the server fails', { status: 500, code: 'server/error' }, 'Unable to sign out elsewhere'],
] as const)('%s nobody is signed out anywhere, and it is said', async (_, failure, text) => {
  answer('delete', 'user/sessions', failure);
  open();
  await press('Sign out everywhere');
  expect(await screen.findByText(text)).toBeTruthy();
  expect(onSignOut).not.toHaveBeenCalled();
  expect(await button('Sign out everywhere')).toBeTruthy();
});

test('where only this phone stays signed in, that is what is said', async () => {
  answer('delete', 'user/sessions', { data: { ended: 1 } });
  onSignOut.mockRejectedValueOnce(new Error('no storage'));
  open();
  await press('Sign out everywhere');
  expect(await screen.findByText(/everywhere else, but not on this phone/)).toBeTruthy();
  expect(screen.queryByText('Unable to sign out elsewhere')).toBeNull();
});

test('while sign-ins end, the button that was pressed waits, and the other one cannot be', async () => {
  const { answer: late, release } = held({ data: { ended: 1 } });
  answer('delete', 'user/sessions', late);
  open();
  const [others, all] = [
    await button('Sign out everywhere else'),
    await button('Sign out everywhere'),
  ];
  await userEvent.click(others);
  await vi.waitFor(() => expect(others.getAttribute('aria-busy')).toBe('true'));
  expect(all.getAttribute('aria-busy')).toBeNull();
  expect(all).toHaveProperty('disabled', true);
  await release();
  await vi.waitFor(() => expect(all).toHaveProperty('disabled', false));
});

test('says what goes with the account, the coins by their number, and what the law keeps', () => {
  open();
  const card = within(screen.getByRole('region', { name: 'Delete my account' }));
  for (const text of [
    'Picture, nickname, email and bank account',
    'Your 1,240 coins, with games not finished',
    'Your name on boards: it reads Deleted player',
    'The law makes us keep this for 6 years',
  ]) {
    expect(card.getByText(text)).toBeTruthy();
  }
});

test('says that tickets which wait are lost, too', async () => {
  signIn(aUser({ id: '7', pointBalance: 1240, rushTickets: 2 }));
  open();
  const lost = 'Your 1,240 coins and 2 tickets of Millionaire Rush';
  expect(screen.getByText(`${lost}, with games not finished`)).toBeTruthy();
  await press('Delete account');
  expect(screen.getByRole('dialog').textContent).toContain(`${lost} are lost.`);
});

test('deletes the account for the word alone, in whatever letters', async () => {
  const asked = answer('delete', 'user', { data: null });
  await askFor('delete');
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledExactlyOnceWith('7'));
  expect(asked[0]?.body).toEqual({ word: 'DELETE' });
  expect(asked[0]?.headers.get('Idempotency-Key')).toBeTruthy();
});

test('another word deletes nothing, and says which one is asked for', async () => {
  const asked = answer('delete', 'user', { data: null });
  const dialog = await askFor('yes');
  expect(dialog.getByRole('alert').textContent).toBe('Type the word DELETE to go on');
  expect(asked).toEqual([]);
});

test.each([
  [1, 'Your 1 coin'],
  [0, 'Your 0 coins'],
  [1240, 'Your 1,240 coins'],
])('with %i coins it says so before', async (pointBalance, text) => {
  signIn(aUser({ id: '7', pointBalance }));
  open();
  expect(screen.getByText(`${text}, with games not finished`)).toBeTruthy();
});

test("'Keep my account' is the only way out besides, and deletes nothing", async () => {
  const asked = answer('delete', 'user', { data: null });
  open();
  await press('Delete account');
  await userEvent.keyboard('{Escape}');
  expect(screen.getByRole('dialog')).toBeTruthy();
  await press('Keep my account');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).toEqual([]);
});

test('a lost answer is asked for again as the same call', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const asked = answer('delete', 'user', 'no answer', { data: null });
  const dialog = await askFor('DELETE');
  expect((await dialog.findByRole('alert')).textContent).toMatch(/^No network/);
  expect(onDeleted).not.toHaveBeenCalled();
  await userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  const [first, second] = asked.map(({ headers }) => headers.get('Idempotency-Key'));
  expect(second).toBe(first);
});

test('an operator that does not answer leaves the account as it is', async () => {
  answer('delete', 'user', { status: 502, code: 'billing/unavailable' });
  const dialog = await askFor('DELETE');
  expect((await dialog.findByRole('alert')).textContent).toContain('Nothing was deleted');
});

test('a prize on its way is waited for, and the account stays as it is', async () => {
  const message = 'A prize is on its way to you. Wait until it is paid, then delete.';
  answer('delete', 'user', { status: 409, code: 'payout/on-its-way', message });
  const dialog = await askFor('DELETE');
  expect((await dialog.findByRole('alert')).textContent).toContain(message);
});

test('a sign-in that is too old leads to a new one', async () => {
  answer('delete', 'user', { status: 403, code: 'session/not-fresh' });
  await askFor('DELETE');
  const again = within(await screen.findByRole('dialog', { name: 'Sign in again first' }));
  await userEvent.click(again.getByRole('button', { name: 'Log out' }));
  expect(onSignOut).toHaveBeenCalledOnce();
});

test('a sign-in that is not fresh is made up for by a code, asked for in place', async () => {
  const challenge = { id: 'challenge-1', channel: 'sms', resendAfter: 0 };
  const sent = {
    raw: JSON.stringify({ status: false, code: 'user/challenge', meta: { challenge } }),
  };
  const wrong = { status: false, code: 'challenge/wrong-code', message: 'That code is not right.' };
  const asked = answer('delete', 'user', sent, { raw: JSON.stringify(wrong) }, { data: null });
  await askFor('DELETE');
  await screen.findByLabelText('Code');
  await userEvent.paste('111 111');
  const dialog = within(screen.getByRole('dialog'));
  const remove = () => userEvent.click(dialog.getByRole('button', { name: 'Delete account' }));
  await remove();
  expect(await screen.findByText('That code is not right.')).toBeTruthy();
  await userEvent.clear(screen.getByLabelText('Code'));
  await userEvent.paste('123456');
  await remove();
  await vi.waitFor(() => expect(onDeleted).toHaveBeenCalledOnce());
  expect(asked.at(-1)?.body).toEqual({ word: 'DELETE', challenge: 'challenge-1', code: '123456' });
});

test('a code that nobody wants to enter keeps the account', async () => {
  const challenge = { id: 'challenge-1', channel: 'sms', resendAfter: 60 };
  const sent = {
    raw: JSON.stringify({ status: false, code: 'user/challenge', meta: { challenge } }),
  };
  const asked = answer('delete', 'user', sent);
  await askFor('DELETE');
  await screen.findByLabelText('Code');
  await press('Keep my account');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(asked).toHaveLength(1);
});
