import { describe, expect, test } from 'vitest';
import {
  type CardEvent,
  type CardState,
  stepCard,
} from '../../../../src/features/payments/card.tsx';
import { aPayment } from './payments.ts';

const sum: CardState = {
  step: 'sum',
  email: 'ada@example.com',
  kobo: 10_000,
  feeKobo: 150,
  fault: null,
  payment: null,
  words: null,
};

const payment = aPayment({ way: 'card' });
const sent = { ...payment, windowSaid: 'paid' } as const;
const run = (...events: CardEvent[]) => events.reduce(stepCard, sum);

describe('a payment by card', () => {
  test('goes from the sum to the window, and waits for the verdict', () => {
    expect(run({ type: 'pay' }).step).toBe('preparing');
    const opened: CardEvent[] = [{ type: 'pay' }, { type: 'opened', payment }];
    expect(run(...opened)).toMatchObject({ step: 'opening', payment });
    expect(run(...opened, { type: 'loaded' })).toMatchObject({ step: 'window', payment });
    expect(
      run({ type: 'pay' }, { type: 'opened', payment }, { type: 'paid', payment: sent }).step,
    ).toBe('verifying');
  });

  test('is begun once, however often it is pressed', () => {
    const opened = run({ type: 'pay' }, { type: 'opened', payment });
    expect(stepCard(opened, { type: 'pay' })).toBe(opened);
  });

  test('keeps its email while it is under way', () => {
    expect(run({ type: 'pay' }, { type: 'typed', email: 'other' }).email).toBe('ada@example.com');
    expect(run({ type: 'typed', email: 'other' }).email).toBe('other');
  });

  test('comes back to the sum when the window is closed, before it was there too', () => {
    const opened: CardEvent[] = [{ type: 'pay' }, { type: 'opened', payment }];
    expect(run(...opened, { type: 'closed' })).toMatchObject({ step: 'sum', payment: null });
    const closed = run(...opened, { type: 'loaded' }, { type: 'closed' });
    expect(closed).toMatchObject({ step: 'sum', payment: null });
    expect(stepCard(closed, { type: 'loaded' })).toBe(closed);
  });

  test.each([
    [{ type: 'no-script' }, 'script'],
    [{ type: 'bad-email' }, 'email'],
    [{ type: 'priced', kobo: 20_000, feeKobo: 300 }, 'price'],
  ] as const)('says what stopped it: %o', (event, fault) => {
    expect(run({ type: 'pay' }, event)).toMatchObject({ step: 'sum', fault });
  });

  test('shows the sum that the server asks for before anything is paid', () => {
    expect(run({ type: 'pay' }, { type: 'priced', kobo: 20_000, feeKobo: 300 })).toMatchObject({
      kobo: 20_000,
      feeKobo: 300,
    });
  });

  test('that nobody can verify keeps its payment', () => {
    const events: CardEvent[] = [{ type: 'pay' }, { type: 'opened', payment }];
    expect(run(...events, { type: 'paid', payment: sent }, { type: 'unverified' })).toMatchObject({
      step: 'unverified',
      payment: sent,
    });
  });

  test('that is refused for good keeps the words for it', () => {
    const words = 'What was paid is not what this costs. Please contact us.';
    expect(run({ type: 'pay' }, { type: 'refused', payment, words })).toMatchObject({
      step: 'refused',
      payment,
      words,
    });
  });
});
