import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Provider } from 'jotai';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { VisitorsOnly } from '../../../../src/app/app.tsx';
import { Toaster } from '../../../../src/components/toaster.tsx';
import { LandingPage } from '../../../../src/features/landing/landing-page.tsx';
import { arrived, forgetArrival, readArrival } from '../../../../src/features/sign-in/arrival.ts';
import { GetStartedDialog } from '../../../../src/features/sign-in/get-started-dialog.tsx';
import { detectedPhoneAtom } from '../../../../src/features/sign-in/phone.ts';
import {
  currentSession,
  DEFAULT_SESSION,
  store,
  updateSession,
} from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { answer } from '../../../support/fake-api.ts';

vi.mock('../../../../src/lib/when-idle.ts', () => ({ whenIdle: () => undefined }));

const PHONE = '2348030000000';
const LOOK_UP = `user/${PHONE}`;
const VERIFY = `payments/subscription/airtime/verify/${PHONE}`;
const no = (code: string, meta: unknown, message = 'No.') => ({
  raw: JSON.stringify({ status: false, data: null, message, code, meta }),
});
const challenged = no('user/challenge', {
  challenge: { id: 'c1', channel: 'sms', resendAfter: 0 },
});

const PARTS = {
  loadGetStarted: () => Promise.resolve(GetStartedDialog),
  loadArrived: () => Promise.resolve(arrived),
};

beforeEach(() => {
  forgetArrival();
  sessionStorage.clear();
  updateSession(DEFAULT_SESSION);
  store.set(detectedPhoneAtom, null);
});

function open(state: unknown = null, search = '') {
  const loadTerms = () => Promise.resolve(() => <p>The terms</p>);
  return render(
    <Provider store={store}>
      <MemoryRouter initialEntries={[{ pathname: '/', search, state }]}>
        <Routes>
          <Route element={<VisitorsOnly />}>
            <Route path="/" element={<LandingPage {...PARTS} loadTerms={loadTerms} />} />
          </Route>
          <Route path="*" element={<p>Elsewhere</p>} />
        </Routes>
        <State />
      </MemoryRouter>
      <Toaster />
    </Provider>,
  );
}

function State() {
  return <pre data-testid="state">{JSON.stringify(useLocation().state)}</pre>;
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const phoneField = () => screen.findByLabelText<HTMLInputElement>('Phone number');

describe('the landing', () => {
  test('keeps where its visitor came from', async () => {
    open(null, '?social=Instagram&source=spring');
    await waitFor(() =>
      expect(readArrival()).toMatchObject({ social: 'Instagram', source: 'spring' }),
    );
  });

  test('tells the server at the sign-up where its visitor came from', async () => {
    answer('get', LOOK_UP, no('user/unknown', null));
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    open(null, '?social=Instagram&source=<b>');
    await press('Get started');
    await userEvent.type(await phoneField(), '08030000000');
    await press('Enter');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByLabelText('I am 18 or older'));
    await press('Enter');
    await screen.findByText('Elsewhere');
    expect(creations[0]?.body).toMatchObject({ social: 'Instagram' });
    expect(creations[0]?.body).not.toHaveProperty('source');
  });

  test('opens the dialog with the number that another entry hands over, once', async () => {
    open({ phoneNumber: PHONE });
    expect((await phoneField()).value).toBe('8030000000');
    await press('Close');
    expect(screen.queryByLabelText('Phone number')).toBeNull();
    expect(screen.getByTestId('state').textContent).toBe('null');
  });

  test('asks who was subscribed at another entry for the account alone', async () => {
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    open({ registered: true, phoneNumber: PHONE, proof: 'p1' });
    await screen.findByText('You are subscribed.');
    await press('Close');
    await press('Get started');
    await screen.findByText('You are subscribed.');
    await userEvent.type(screen.getByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByLabelText('I am 18 or older'));
    await press('Enter');
    await screen.findByText('Elsewhere');
    expect(creations[0]?.body).toMatchObject({ phone: PHONE, platform: 'rave', proof: 'p1' });
  });

  test.each([['text'], [{ phoneNumber: '<b>' }], [{ phoneNumber: 7 }], [{ registered: true }]])(
    'asks for the number where the navigation state is %j',
    async (state) => {
      open(state);
      expect((await phoneField()).value).toBe('');
      expect(screen.queryByLabelText('Email')).toBeNull();
    },
  );

  test("fills in the number that the operator tells, and says it is the network's", async () => {
    answer('get', LOOK_UP, no('user/unknown', null));
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 'new' } });
    answer('get', VERIFY, { data: aUser() });
    open();
    await press('Get started');
    const field = await phoneField();
    store.set(detectedPhoneAtom, PHONE);
    await waitFor(() => expect(field.value).toBe('8030000000'));
    await press('Enter');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByLabelText('I am 18 or older'));
    await press('Enter');
    await screen.findByText('Elsewhere');
    expect(creations[0]?.body).toMatchObject({ phone: PHONE, platform: 'network' });
  });

  test('never puts it over what was typed', async () => {
    open();
    await press('Get started');
    const field = await phoneField();
    await userEvent.type(field, '0');
    store.set(detectedPhoneAtom, PHONE);
    expect(field.value).toBe('0');
    await userEvent.clear(field);
    expect(field.value).toBe('');
  });
});

describe('a number that the server challenges', () => {
  async function challenge() {
    const page = open();
    await press('Get started');
    await userEvent.type(await phoneField(), '08030000000');
    await press('Enter');
    return { ...page, code: await screen.findByLabelText<HTMLInputElement>('Code') };
  }

  test('signs in with the code', async () => {
    answer('get', LOOK_UP, challenged);
    const codes = answer('post', 'user/challenge/c1', { data: aUser(), meta: { token: 't' } });
    answer('get', VERIFY, { data: aUser() });
    await userEvent.type((await challenge()).code, '123456');
    await press('Enter');
    await screen.findByText('Elsewhere');
    expect(codes[0]?.body).toEqual({ code: '123456', entry: 'landing' });
    expect(currentSession().token).toBe('t');
  });

  test("shows the server's word on a wrong code, and tries it once per key", async () => {
    answer('get', LOOK_UP, challenged);
    const codes = answer(
      'post',
      'user/challenge/c1',
      'no answer',
      no('challenge/wrong', null, 'That code is wrong. 4 tries left.'),
    );
    await userEvent.type((await challenge()).code, '123456');
    await press('Enter');
    await screen.findByText('No network. Check your connection and try again.');
    await press('Enter');
    await screen.findByText('That code is wrong. 4 tries left.');
    await userEvent.type(screen.getByLabelText('Code'), '{Backspace}7');
    await press('Enter');
    await waitFor(() => expect(codes).toHaveLength(3));
    const [first, second, third] = codes.map(({ headers }) => headers.get('Idempotency-Key'));
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(currentSession().isLoggedIn).toBe(false);
  });

  test('that is new is created with the proof', async () => {
    answer('get', LOOK_UP, challenged);
    answer('post', 'user/challenge/c1', no('user/unknown', { proof: 'p1' }));
    const creations = answer('post', 'user/', { data: aUser(), meta: { token: 't' } });
    answer('get', VERIFY, { data: aUser() });
    await userEvent.type((await challenge()).code, '123456');
    await press('Enter');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByLabelText('I am 18 or older'));
    await press('Enter');
    await screen.findByText('Elsewhere');
    expect(creations[0]?.body).toMatchObject({ proof: 'p1' });
  });

  test('is looked up again when its proof has run out', async () => {
    answer('get', LOOK_UP, challenged);
    answer('post', 'user/challenge/c1', no('user/unknown', { proof: 'p1' }));
    answer('post', 'user/', { status: 403, code: 'user/proof-needed' });
    await userEvent.type((await challenge()).code, '123456');
    await press('Enter');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await userEvent.click(screen.getByLabelText('I am 18 or older'));
    await press('Enter');
    await screen.findByText('Press Enter again to confirm your number');
    await press('Enter');
    await screen.findByLabelText('Code');
  });

  test('gets another code by another look-up', async () => {
    const again = { challenge: { id: 'c2', channel: 'sms', resendAfter: 60 } };
    const lookUps = answer('get', LOOK_UP, challenged, no('user/challenge', again));
    await challenge();
    await press('Send a new code');
    await screen.findByText('A new code is on its way');
    expect(lookUps).toHaveLength(2);
    screen.getByRole('button', { name: /^Send a new code in / });
  });

  test('can be changed', async () => {
    answer('get', LOOK_UP, challenged);
    await challenge();
    await press('Change number');
    expect((await phoneField()).value).toBe('08030000000');
    expect(await phoneField()).toBe(document.activeElement);
  });

  test('is still asked for its code after the dialog was closed, or the page was reloaded', async () => {
    answer('get', LOOK_UP, challenged);
    const { unmount } = await challenge();
    await press('Close');
    expect(screen.queryByLabelText('Code')).toBeNull();
    await press('Get started');
    await screen.findByLabelText('Code');
    unmount();
    open();
    await screen.findByLabelText('Code');
    await press('Change number');
    await phoneField();
    expect(sessionStorage.getItem('fom-sign-up')).toBeNull();
  });

  test('goes on with the code that another entry has asked for', async () => {
    open({ phoneNumber: PHONE, challenge: { id: 'c1', channel: 'sms', resendAfter: 60 } });
    await screen.findByLabelText('Code');
  });
});

test('a number that only the operator can show is told how', async () => {
  answer('get', LOOK_UP, no('user/proof-needed', null, 'Open the game through your link'));
  open();
  await press('Get started');
  await userEvent.type(await phoneField(), '08030000000');
  await press('Enter');
  await screen.findByText('Open the game through your link');
  expect((await phoneField()).getAttribute('aria-invalid')).toBe('true');
});
