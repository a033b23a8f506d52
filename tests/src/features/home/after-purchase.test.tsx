import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { PurchaseGate } from '../../../../src/app/signed-in.tsx';
import { LevelPicker } from '../../../../src/features/home/level-picker.tsx';
import { DEFAULT_PRICES, WAYS } from '../../../../src/rules/money.ts';
import { useSignedInPlayer } from '../../../../src/session/session.ts';
import { forgetAskedPlan } from '../../../../src/subscription/asked-plan.ts';
import { aUser, premierLeague } from '../../../support/builders.ts';
import { answer, held } from '../../../support/fake-api.ts';
import { choose, paidUser, press } from '../../../support/purchase.tsx';
import { renderScreen, signIn } from '../../../support/render.tsx';
import { wallet } from '../payments/payments.ts';

const SUBSCRIBE = 'payments/subscribe/airtime/2348030000000';
const VERIFY = 'payments/subscription/airtime/verify/2348030000000';
const MONEY = '/mobile-money';

beforeEach(forgetAskedPlan);

/** The dashboard's picker with the purchase over it, as a player without a plan sees it. */
function showLevels(player: Parameters<typeof aUser>[0]) {
  signIn(aUser(player));
  answer('get', 'misc/config', { data: { prices: DEFAULT_PRICES, ways: WAYS } });
  const Levels = () => (
    <>
      <LevelPicker
        category={premierLeague}
        player={useSignedInPlayer()}
        highScore={0}
        playsLeft={50}
        rounds={[]}
        onPlay={() => {}}
        onClose={() => {}}
        onSettled={() => {}}
      />
      <PurchaseGate />
    </>
  );
  renderScreen(<Levels />, { path: '/home', at: '/home' });
}

const standsAtMedium = async () => {
  await screen.findByRole('dialog', { name: 'Select Level' });
  await waitFor(() => expect(document.activeElement?.textContent).toMatch(/^Medium/));
};

async function toPlans() {
  showLevels({ isActive: false, pointBalance: 0 });
  await press(/^Medium/);
  await press('Start Subscription');
}

async function payFromWallet(price: string) {
  answer('get', `${MONEY}/collections/search`, { data: wallet });
  answer('get', `${MONEY}/charges`, { data: { operatorCharge: 2.5, serviceCharge: 1.5 } });
  answer('post', `${MONEY}/collections/pay`, { data: { reference: 'FOM-TheServersOwnOne18' } });
  await press('Continue');
  await press('Yes, continue');
  await press(price);
}

describe('after a purchase the player stands at the level that they picked', () => {
  test('paid from airtime', async () => {
    await toPlans();
    answer('get', SUBSCRIBE, { data: paidUser });
    await press('Pay ₦100 from airtime');
    await standsAtMedium();
  });

  test('paid from airtime, found by a check later', async () => {
    await toPlans();
    answer('get', SUBSCRIBE, { status: 200, code: 'subscription/pending' });
    await press('Pay ₦100 from airtime');
    answer('get', VERIFY, { data: paidUser });
    await press('Check again');
    await standsAtMedium();
  });

  test('a plan by mobile money', async () => {
    await toPlans();
    await choose(/^Mobile money/);
    await payFromWallet('Pay ₦204.00');
    answer('get', `${MONEY}/collections/:reference`, {
      data: { status: 'success', user: paidUser },
    });
    await press('Confirm payment');
    await press('Done');
    await standsAtMedium();
  });

  test('a plan by mobile money whose player is told later', async () => {
    await toPlans();
    await choose(/^Mobile money/);
    await payFromWallet('Pay ₦204.00');
    const late = held({ data: paidUser });
    answer('get', VERIFY, late.answer);
    answer('get', `${MONEY}/collections/:reference`, { data: { status: 'success', user: null } });
    await press('Confirm payment');
    await press('Done');
    await screen.findByRole('dialog', { name: 'Your subscription has ended' });
    await act(late.release);
    await standsAtMedium();
  });

  test.each([
    ['at once', []],
    ['once the card provider knows', ['Check again']],
    ['after they had left, asked for again', ['Go Home', 'Start Subscription']],
  ])('a plan by card, verified %s', async (_when, presses) => {
    let paid = () => {};
    globalThis.PaystackPop = class {
      newTransaction({ onLoad, onSuccess }: { onLoad: () => void; onSuccess: () => void }) {
        paid = onSuccess;
        onLoad();
      }

      cancelTransaction() {}
    };
    onTestFinished(() => {
      globalThis.PaystackPop = undefined;
    });
    answer('get', 'misc/public-key', { data: { publicKey: 'pk_test' } });
    const sums = { kobo: 10_000, feeKobo: 150, totalKobo: 10_150, coins: 1000 };
    const expected = answer('post', 'payments/expected', { data: sums });
    const verified = { data: { user: paidUser } };
    const late = { status: 200, code: 'payment/pending' };
    answer('get', 'payments/verify/:reference', ...presses.map(() => late).slice(0, 1), verified);
    await toPlans();
    await choose(/^Card/);
    await press('Continue');
    await press('Pay ₦101.50');
    await waitFor(() => expect(expected).toHaveLength(1));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    paid();
    for (const button of presses) await press(button);
    await standsAtMedium();
  });

  test('coins by mobile money', async () => {
    showLevels({ isActive: true, pointBalance: 80 });
    await press(/^Medium/);
    await press('Buy Coins');
    (await screen.findByRole('tab', { name: 'Mobile money' })).click();
    await choose(/^750 coins/);
    await payFromWallet('Pay ₦104.00');
    answer('get', `${MONEY}/collections/:reference`, {
      data: { status: 'success', user: aUser({ isActive: true, pointBalance: 830 }) },
    });
    await press('Confirm payment');
    await press('Done');
    await standsAtMedium();
  });
});
