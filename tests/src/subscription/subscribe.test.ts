import { describe, expect, test } from 'vitest';
import { confirmSubscription, verifySubscription } from '../../../src/subscription/subscribe.ts';
import { aUser } from '../../support/builders.ts';
import { type Answer, answer } from '../../support/fake-api.ts';

const PHONE = '2348030000000';

const yes = (coins: number, token?: string): Answer => ({
  data: aUser({ pointBalance: coins }),
  ...(token && { meta: { token } }),
});

const no = (code = 'subscription/none'): Answer => ({ status: 200, code });

const failing: Answer = { status: 502, code: 'billing/unavailable' };

/** The operator's answers for the weekly and for the daily plan; gives the requests. */
function operatorSays(weekly: Answer, daily: Answer) {
  return {
    weekly: answer('get', `payments/subscription/airtime/verify/${PHONE}`, weekly),
    daily: answer('get', `payments/subscription/ondemand/airtime/verify/${PHONE}`, daily),
  };
}

const verify = () => verifySubscription(PHONE, 'token-1');

describe('the check of dashboard and boards', () => {
  test('asks for both plans, one after the other, and gives the newer player', async () => {
    const { weekly, daily } = operatorSays(yes(1000, 'token-2'), yes(2000));
    expect(await verify()).toEqual({ user: aUser({ pointBalance: 2000 }), token: 'token-2' });
    expect(weekly[0]?.headers.get('Authorization')).toBe('Bearer token-1');
    expect(daily[0]?.headers.get('Authorization')).toBe('Bearer token-2');
    const keys = [weekly, daily].map((seen) => seen[0]?.headers.get('Idempotency-Key'));
    expect(new Set(keys).size).toBe(2);
  });

  test('gives the token of the newer reply where both bring one', async () => {
    operatorSays(yes(1000, 'token-2'), yes(2000, 'token-3'));
    expect(await verify()).toMatchObject({ token: 'token-3' });
  });

  test.each([
    ['says no', no()],
    ['fails', failing],
    ['gives no answer', 'no answer'],
    ['cannot be read', { raw: '<html>' }],
  ] as const)('takes the one yes where the other %s', async (_what, other) => {
    operatorSays(yes(1000, 'token-2'), other);
    expect(await verify()).toEqual({ user: aUser({ pointBalance: 1000 }), token: 'token-2' });
    operatorSays(other, yes(2000));
    expect(await verify()).toEqual({ user: aUser({ pointBalance: 2000 }), token: null });
  });

  test('is a no only where both said it', async () => {
    operatorSays(no('subscription/refused'), no());
    await expect(verify()).rejects.toMatchObject({ status: 200, code: 'subscription/refused' });
    operatorSays(no(), no('subscription/pending'));
    await expect(verify()).rejects.toMatchObject({ code: 'subscription/pending' });
    operatorSays(no('subscription/refused'), no('subscription/pending'));
    await expect(verify()).rejects.toMatchObject({ code: 'subscription/pending' });
    operatorSays(no(), no('subscription/refused'));
    await expect(verify()).rejects.toMatchObject({ code: 'subscription/refused' });
    operatorSays(no(), failing);
    await expect(verify()).rejects.toMatchObject({ status: 502 });
    operatorSays('no answer', no());
    await expect(verify()).rejects.toMatchObject({ name: 'NetworkError' });
  });
});

describe('the check of who waits to get in', () => {
  const confirm = () => confirmSubscription(PHONE, 'token-1');

  test('asks no further than the first yes', async () => {
    const { daily } = operatorSays(yes(1000), yes(2000));
    expect((await confirm()).user.pointBalance).toBe(1000);
    expect(daily).toHaveLength(0);
  });

  test('asks for the daily plan where there is no weekly one, and after no failure', async () => {
    operatorSays(no(), yes(2000));
    expect((await confirm()).user.pointBalance).toBe(2000);
    const { daily } = operatorSays(failing, yes(2000));
    await expect(confirm()).rejects.toMatchObject({ status: 502 });
    expect(daily).toHaveLength(0);
  });
});
