import * as v from 'valibot';
import {
  DEFAULT_PRICES,
  MOBILE_MONEY_MIN_NAIRA,
  type Prices,
  WAYS,
  type Way,
} from '../../src/rules/money.ts';
import {
  ConfigError,
  type Environment,
  readVariable,
  type Variable,
  wholeUrl,
} from './environment.ts';
import type { SignInPolicy } from './sign-in.ts';

const visible = v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/));

/** A variable that holds a secret. Its value is never shown. */
export const secret = (name: string): Variable<string | null> => ({
  name,
  fallback: null,
  allowed: 'visible characters without spaces',
  schema: visible,
});

/** The card provider's secret key. Setting it makes cards real. */
const CARD_SECRET_KEY = secret('CARD_SECRET_KEY');
const CARD_PUBLIC_KEY = secret('CARD_PUBLIC_KEY');

const CARD_URL: Variable<string> = {
  name: 'CARD_URL',
  fallback: 'https://api.paystack.co',
  allowed: 'an address that starts with https:// or http://',
  schema: wholeUrl('https:', 'http:'),
};

/** Origins of the card provider's script and window. The content policy names them. */
const CARD_ORIGINS: Variable<string[]> = {
  name: 'CARD_ORIGINS',
  fallback: ['https://js.paystack.co', 'https://checkout.paystack.com'],
  allowed: 'origins like https://js.example.com, with spaces between',
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(/\s+/)),
    v.check((origins) => origins.every((one) => URL.canParse(one) && new URL(one).origin === one)),
  ),
};

const MOBILE_MONEY_URL: Variable<string | null> = {
  name: 'MOBILE_MONEY_URL',
  fallback: null,
  allowed: 'an address that starts with https:// or http://',
  schema: wholeUrl('https:', 'http:'),
};

const MOBILE_MONEY_KEY = secret('MOBILE_MONEY_KEY');
const MOBILE_MONEY_CLIENT_ID = secret('MOBILE_MONEY_CLIENT_ID');

const BANK_LISTING_URL: Variable<string | null> = {
  name: 'BANK_LISTING_URL',
  fallback: null,
  allowed: 'an address that starts with https:// or http://',
  schema: wholeUrl('https:', 'http:'),
};

const BANK_LISTING_KEY = secret('BANK_LISTING_KEY');

const BANK_KEY_MIN = 32;

/**
 * The keys that seal bank accounts. The first one seals; those after it only open what they sealed, until a
 * rotation.
 */
const BANK_KEYS: Variable<string[]> = {
  name: 'BANK_KEYS',
  fallback: [],
  allowed: `one to three keys of ${BANK_KEY_MIN} visible characters or more, the newest first, with spaces between`,
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(/\s+/)),
    v.maxLength(3),
    v.check((keys) => keys.every((key) => key.length >= BANK_KEY_MIN && v.is(visible, key))),
  ),
};

const naira = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const planPrices = v.strictObject({ daily: naira, weekly: naira });
const coins = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000_000));
const packs = v.pipe(
  v.array(v.strictObject({ naira, coins })),
  v.check((list) => new Set(list.map((pack) => pack.naira)).size === list.length),
);
const LEAST_NAIRA = Math.max(...Object.values(MOBILE_MONEY_MIN_NAIRA));

/** The prices of a deployment, as JSON. A price that is left out has its default. */
const PRICES: Variable<Prices> = {
  name: 'PRICES',
  fallback: DEFAULT_PRICES,
  allowed:
    'JSON like {"plans":{"airtime":{"daily":50,"weekly":100}},"packs":{"card":[{"naira":100,"coins":750}]},' +
    '"rushTicket":200}, ' +
    `in whole naira up to 1000000, by mobile money ₦${LEAST_NAIRA} or more`,
  schema: v.pipe(
    v.string(),
    // `1e2` and `50.0` are whole numbers in JSON, but too easily misread as a price.
    v.check((text) => !/\d[.e]/i.test(text)),
    v.parseJson(),
    v.strictObject({
      plans: v.optional(
        v.strictObject({
          airtime: v.optional(planPrices, DEFAULT_PRICES.plans.airtime),
          card: v.optional(planPrices, DEFAULT_PRICES.plans.card),
          'mobile-money': v.optional(planPrices, DEFAULT_PRICES.plans['mobile-money']),
        }),
        {},
      ),
      packs: v.optional(
        v.strictObject({
          card: v.optional(packs, [...DEFAULT_PRICES.packs.card]),
          'mobile-money': v.optional(packs, [...DEFAULT_PRICES.packs['mobile-money']]),
        }),
        {},
      ),
      rushTicket: v.optional(naira, DEFAULT_PRICES.rushTicket),
    }),
    v.check((prices) => {
      const { daily, weekly } = prices.plans['mobile-money'];
      const packed = prices.packs['mobile-money'].map((pack) => pack.naira);
      const amounts = [daily, weekly, ...packed, prices.rushTicket];
      return amounts.every((amount) => amount >= LEAST_NAIRA);
    }),
  ),
};

/** The variables that make cards, mobile money and bank accounts real. */
export function realMoney(env: Environment) {
  return {
    CARD_SECRET_KEY: readVariable(env, CARD_SECRET_KEY),
    MOBILE_MONEY_URL: readVariable(env, MOBILE_MONEY_URL),
    BANK_LISTING_URL: readVariable(env, BANK_LISTING_URL),
  };
}

type Around = { billingUrl: string | null; host: string; signInPolicy: SignInPolicy };

/**
 * Reads the prices and the ways to pay. The stand-ins of money exist all together or not at all: only while
 * no money is real, and only under `open` or on the loopback. Beside a real provider, a way without its own
 * provider is not offered. Throws ConfigError for a wrong variable or half a provider
 * (go-live.md#providers-and-the-sandbox).
 */
export function readMoneyConfig(env: Environment, { billingUrl, host, signInPolicy }: Around) {
  const config = {
    prices: readVariable(env, PRICES),
    cardSecretKey: readVariable(env, CARD_SECRET_KEY),
    cardPublicKey: readVariable(env, CARD_PUBLIC_KEY),
    cardUrl: readVariable(env, CARD_URL),
    mobileMoneyUrl: readVariable(env, MOBILE_MONEY_URL),
    mobileMoneyKey: readVariable(env, MOBILE_MONEY_KEY),
    mobileMoneyClientId: readVariable(env, MOBILE_MONEY_CLIENT_ID),
    bankListingUrl: readVariable(env, BANK_LISTING_URL),
    bankListingKey: readVariable(env, BANK_LISTING_KEY),
    bankKeys: readVariable(env, BANK_KEYS),
  };
  const { cardSecretKey, cardPublicKey, mobileMoneyUrl, mobileMoneyKey } = config;
  if ((cardSecretKey === null) !== (cardPublicKey === null)) {
    throw new ConfigError('CARD_SECRET_KEY and CARD_PUBLIC_KEY go together: set both or none.');
  }
  if (mobileMoneyUrl !== null && (mobileMoneyKey === null || config.mobileMoneyClientId === null)) {
    throw new ConfigError(
      'MOBILE_MONEY_URL is set, which needs MOBILE_MONEY_KEY and MOBILE_MONEY_CLIENT_ID.',
    );
  }
  if (
    config.bankListingUrl !== null &&
    (config.bankListingKey === null || config.bankKeys.length === 0)
  ) {
    throw new ConfigError('BANK_LISTING_URL is set, which needs BANK_LISTING_KEY and BANK_KEYS.');
  }
  const real: Record<Way, boolean> = {
    airtime: billingUrl !== null,
    card: cardSecretKey !== null,
    'mobile-money': mobileMoneyUrl !== null,
  };
  const isPlayed =
    !Object.values(real).includes(true) &&
    config.bankListingUrl === null &&
    (signInPolicy === 'open' || isLoopback(host));
  return {
    ...config,
    /** Whether all money is the sandbox's. */
    isMoneyPlayed: isPlayed,
    ways: WAYS.filter((way) => isPlayed || real[way]),
    /** The origins that the content policy names. */
    cardOrigins: real.card ? readVariable(env, CARD_ORIGINS) : [],
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || host.startsWith('127.');
}
