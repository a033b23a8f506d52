import * as v from 'valibot';
import {
  ConfigError,
  type Environment,
  oneOf,
  readVariable,
  type Variable,
} from './environment.ts';

/** How cash prizes leave: by the card provider's transfers, or by the operator's own bank. */
const PAYOUT_WAYS = ['by-hand', 'transfer'] as const;

const PAYOUTS: Variable<(typeof PAYOUT_WAYS)[number]> = {
  name: 'PAYOUTS',
  fallback: 'by-hand',
  allowed: PAYOUT_WAYS.join(', '),
  schema: oneOf(PAYOUT_WAYS),
};

/** Prizes above it are paid once two operators have said yes. */
const TWO_PEOPLE_ABOVE_NAIRA: Variable<number> = {
  name: 'TWO_PEOPLE_ABOVE_NAIRA',
  fallback: 100_000,
  allowed: 'whole naira from 0 to 10000000',
  schema: v.pipe(v.string(), v.regex(/^\d{1,8}$/), v.transform(Number), v.maxValue(10_000_000)),
};

/** More coins than that are given or taken once two operators have said yes. */
const TWO_PEOPLE_ABOVE_COINS: Variable<number> = {
  name: 'TWO_PEOPLE_ABOVE_COINS',
  fallback: 10_000,
  allowed: 'whole coins from 0 to 9999999',
  schema: v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number)),
};

/** Whether the card provider and billing are real, and whether all money is the sandbox's. */
type Around = { cardSecretKey: string | null; billingUrl: string | null; isMoneyPlayed: boolean };

/** How prizes are paid. Throws ConfigError for transfers without their provider. */
export function readPayoutConfig(
  env: Environment,
  { cardSecretKey, billingUrl, isMoneyPlayed }: Around,
) {
  const way = readVariable(env, PAYOUTS);
  if (way === 'transfer' && cardSecretKey === null && !isMoneyPlayed) {
    throw new ConfigError('PAYOUTS is transfer, which needs CARD_SECRET_KEY.');
  }
  return {
    /** Of each kind of prize, whether a provider sends it; else a person does. */
    isSentByProvider: {
      cash: isMoneyPlayed || way === 'transfer',
      airtime: isMoneyPlayed || billingUrl !== null,
      data: isMoneyPlayed || billingUrl !== null,
    },
    twoPeopleAboveNaira: readVariable(env, TWO_PEOPLE_ABOVE_NAIRA),
    twoPeopleAboveCoins: readVariable(env, TWO_PEOPLE_ABOVE_COINS),
  };
}
