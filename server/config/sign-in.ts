import { isIP } from 'node:net';
import * as v from 'valibot';
import { NETWORKS, type NetworkId } from '../../src/rules/networks.ts';
import {
  ConfigError,
  type Environment,
  oneOf,
  readVariable,
  type Variable,
  wholeUrl,
} from './environment.ts';

/**
 * The callers who may sign in: anyone, the phone of a signed link, or the reader of a code
 * (sign-in.md#sign-in-policies).
 */
export type SignInPolicy = 'open' | 'operator' | 'otp';

const SECRET_MIN = 32;

const SIGN_IN_POLICY: Variable<SignInPolicy> = {
  name: 'SIGN_IN_POLICY',
  fallback: 'open',
  allowed: 'open, operator, otp',
  schema: oneOf(['open', 'operator', 'otp']),
};

const OPERATOR_PROOF_SECRET: Variable<string | null> = {
  name: 'OPERATOR_PROOF_SECRET',
  fallback: null,
  allowed: `${SECRET_MIN} characters or more`,
  schema: v.pipe(v.string(), v.minLength(SECRET_MIN)),
};

const SMS_URL: Variable<string | null> = {
  name: 'SMS_URL',
  fallback: null,
  allowed: 'an address that starts with https:// or http://',
  schema: wholeUrl('https:', 'http:'),
};

const SMS_TOKEN: Variable<string | null> = {
  name: 'SMS_TOKEN',
  fallback: null,
  allowed: 'visible characters without spaces',
  schema: v.pipe(v.string(), v.regex(/^[\x21-\x7e]+$/)),
};

const NETWORK_IDS: readonly NetworkId[] = NETWORKS.map(({ id }) => id);

const OPERATOR_NETWORK: Variable<NetworkId | null> = {
  name: 'OPERATOR_NETWORK',
  fallback: null,
  allowed: NETWORK_IDS.join(', '),
  schema: oneOf(NETWORK_IDS),
};

/** A limit for how many calls one address or one player may make in a time. */
const limit = (name: string, fallback: number): Variable<number> => ({
  name,
  fallback,
  allowed: 'a whole number from 1 to 1000000',
  schema: v.pipe(
    v.string(),
    v.regex(/^\d{1,7}$/),
    v.transform(Number),
    v.minValue(1),
    v.maxValue(1_000_000),
  ),
});

/**
 * A mobile operator has hundreds to thousands of phones behind one address, and a radio campaign brings them
 * all at once. The limit lets five sign-ins a minute pass. As a number gets ten codes a day at most, it also
 * bounds the cost of SMS when somebody asks for many numbers.
 */
const CODES_PER_HOUR = limit('CODES_PER_HOUR', 300);
/**
 * The limit of all addresses together, for numbers on networks where they have not signed in before. Numbers
 * on known networks have a second limit of the same size. A radio campaign brings some thousand sign-ups an
 * hour; more codes than that are money lost.
 */
const ALL_CODES_PER_HOUR = limit('ALL_CODES_PER_HOUR', 5000);
const ALL_CODES_PER_DAY = limit('ALL_CODES_PER_DAY', 40_000);
/** Links are followed far more often than anybody signs in, and each visit stores a row. */
const VISITS_PER_HOUR = limit('VISITS_PER_HOUR', 6000);
/** A person reads these messages. */
const MESSAGES_PER_HOUR = limit('MESSAGES_PER_HOUR', 60);

/**
 * A player who taps as fast as they can makes some sixty calls. Each result that waited for a network is one
 * call more. The limit is for programs.
 */
const PLAYER_CALLS_PER_MINUTE = limit('PLAYER_CALLS_PER_MINUTE', 600);
/**
 * Enough for six thousand phones that play at the same time behind one address of a mobile network, with ten
 * calls each.
 */
const ADDRESS_CALLS_PER_MINUTE = limit('ADDRESS_CALLS_PER_MINUTE', 60_000);

/**
 * `on` and a count of proxies are not allowed: with either, anyone could choose the address that is counted.
 */
const TRUST_PROXY: Variable<string[] | false> = {
  name: 'TRUST_PROXY',
  fallback: false,
  allowed: 'off, or the addresses of the proxies in front, with commas between',
  schema: v.pipe(
    v.string(),
    v.check((text) => text === 'off' || addressesOf(text).every(isRange)),
    v.transform((text) => (text === 'off' ? false : addressesOf(text))),
  ),
};

/** The variables that make a provider real. */
type RealProvider = 'BILLING_URL' | 'CARD_SECRET_KEY' | 'MOBILE_MONEY_URL' | 'BANK_LISTING_URL';

type ProviderUrls = Readonly<Record<RealProvider, string | null>>;

/**
 * Reads how players sign in and how addresses are told apart. Throws ConfigError for a wrong variable, for a
 * policy that lacks what it needs, and for a policy that admits anybody while a provider is real
 * (sign-in.md#sign-in-policies).
 */
export function readSignInConfig(env: Environment, providers: ProviderUrls) {
  const config = {
    signInPolicy: readVariable(env, SIGN_IN_POLICY),
    operatorProofSecret: readVariable(env, OPERATOR_PROOF_SECRET),
    smsUrl: readVariable(env, SMS_URL),
    smsToken: readVariable(env, SMS_TOKEN),
    operatorNetwork: readVariable(env, OPERATOR_NETWORK),
    codesPerHour: readVariable(env, CODES_PER_HOUR),
    allCodesPerHour: readVariable(env, ALL_CODES_PER_HOUR),
    allCodesPerDay: readVariable(env, ALL_CODES_PER_DAY),
    visitsPerHour: readVariable(env, VISITS_PER_HOUR),
    messagesPerHour: readVariable(env, MESSAGES_PER_HOUR),
    playerCallsPerMinute: readVariable(env, PLAYER_CALLS_PER_MINUTE),
    addressCallsPerMinute: readVariable(env, ADDRESS_CALLS_PER_MINUTE),
    trustProxy: readVariable(env, TRUST_PROXY),
  };
  const { signInPolicy, smsUrl } = config;
  const real = Object.entries({ ...providers, SMS_URL: smsUrl }).find(([, url]) => url !== null);
  if (signInPolicy === 'open' && real) {
    throw new ConfigError(
      'SIGN_IN_POLICY is "open", which is allowed only with the sandbox providers. ' +
        `Set it to operator or otp, or unset ${real[0]}.`,
    );
  }
  if (signInPolicy === 'operator' && config.operatorProofSecret === null) {
    throw new ConfigError(
      'SIGN_IN_POLICY is "operator", which needs OPERATOR_PROOF_SECRET: ' +
        'what the operator signs numbers with.',
    );
  }
  const money = Object.entries(providers).find(([, value]) => value !== null);
  if (signInPolicy === 'otp' && money && smsUrl === null) {
    throw new ConfigError(
      `SIGN_IN_POLICY is "otp" with a real ${money[0]}, which needs SMS_URL: ` +
        "anybody can read the sandbox's messages.",
    );
  }
  if (smsUrl !== null && config.smsToken === null) {
    throw new ConfigError('SMS_URL is set, which needs SMS_TOKEN: what the provider knows us by.');
  }
  return config;
}

function addressesOf(text: string): string[] {
  return text.split(',').map((part) => part.trim());
}

function isRange(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = isIP(address);
  if (version === 0 || rest.length > 0) return false;
  if (bits === undefined) return true;
  // A range of all addresses would trust everyone.
  return /^\d{1,3}$/.test(bits) && +bits >= 1 && +bits <= (version === 4 ? 32 : 128);
}
