import type { PendingPayment } from '../../../../src/features/payments/pending-payment.ts';

/** A weekly plan by mobile money with its prompt sent. */
export function aPayment(parts: Partial<PendingPayment> = {}): PendingPayment {
  return {
    playerId: 'player-1',
    reference: 'FOM-AbCdEfGhIjKlMnOpQr',
    way: 'mobile-money',
    product: 'plan-weekly',
    coins: 1000,
    kobo: 20_000,
    totalKobo: 20_400,
    startedAt: Date.now(),
    payer: { msisdn: '08030000000', platform: 'SmartCash' },
    ...parts,
  };
}

/** As the service gives it, with shortened names. */
export const wallet = {
  firstName: 'Ada',
  middleName: null,
  lastName: 'O.',
  msisdn: '08030000000',
  accountId: 'handle-1',
  platform: 'SmartCash',
} as const;
