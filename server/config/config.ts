import * as v from 'valibot';
import { isStoredPhone } from '../../src/rules/phone.ts';
import { CONTEST } from './contest.ts';
import {
  ConfigError,
  type Environment,
  oneOf,
  readVariable,
  type Variable,
  wholeUrl,
} from './environment.ts';
import { LINKS, PRIVACY } from './links.ts';
import { isLoopback, readMoneyConfig, realMoney, secret } from './money.ts';
import { readPayoutConfig } from './payouts.ts';
import { PRIZES, WITHHOLDING_PERCENT } from './prizes.ts';
import { readSignInConfig } from './sign-in.ts';

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Ports from 1024 on that no browser opens: https://fetch.spec.whatwg.org/#port-blocking */
const CLOSED_TO_BROWSERS = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10_080,
]);

const PORT: Variable<number> = {
  name: 'PORT',
  fallback: 4173,
  allowed: 'a whole number from 0 to 65535 that browsers open (not 4190 or 6000, for example)',
  schema: v.pipe(
    v.string(),
    v.regex(/^\d{1,5}$/),
    v.transform(Number),
    v.maxValue(65_535),
    v.check((port) => !CLOSED_TO_BROWSERS.has(port)),
  ),
};

/**
 * The IPv4 loopback by default: `http://localhost` reaches it, the sandbox stays on this machine,
 * and a port in use is noticed (`localhost` may bind to the one loopback address that is free).
 * `0.0.0.0` opens it to the network.
 */
const HOST: Variable<string> = {
  name: 'HOST',
  fallback: '127.0.0.1',
  allowed: 'a host name or address without spaces',
  schema: v.pipe(v.string(), v.regex(/^[\w.:%-]{1,253}$/)),
};

const DATA_DIR: Variable<string> = {
  name: 'DATA_DIR',
  fallback: '.data',
  allowed: 'a folder',
  schema: v.pipe(
    v.string(),
    v.check((text) => !text.includes('\0')),
  ),
};

const DATABASE_URL: Variable<string | null> = {
  name: 'DATABASE_URL',
  fallback: null,
  allowed: 'an address like postgres://user@host:5432/name',
  schema: wholeUrl('postgres:', 'postgresql:'),
};

const DATABASE_MIGRATE_URL: Variable<string | null> = {
  ...DATABASE_URL,
  name: 'DATABASE_MIGRATE_URL',
};

const DATABASE_READ_URL: Variable<string | null> = { ...DATABASE_URL, name: 'DATABASE_READ_URL' };

const RANK_URL: Variable<string | null> = {
  name: 'RANK_URL',
  fallback: null,
  allowed: 'an address like redis://host:6379 of a Valkey or Redis',
  schema: wholeUrl('redis:', 'rediss:'),
};

const BILLING_URL: Variable<string | null> = {
  name: 'BILLING_URL',
  fallback: null,
  allowed: 'an address that starts with https:// or http://',
  schema: wholeUrl('https:', 'http:'),
};

const SANDBOX_MSISDN: Variable<string | null> = {
  name: 'SANDBOX_MSISDN',
  fallback: null,
  allowed: '234 and the ten digits of a Nigerian mobile number',
  schema: v.pipe(v.string(), v.check(isStoredPhone)),
};

/** Where an app built for other hosts calls and gets pictures from: the content policy names them. */
const CONTENT_ORIGINS: Variable<string[]> = {
  name: 'CONTENT_ORIGINS',
  fallback: [],
  allowed: 'origins like https://api.example.ng, with spaces between',
  schema: v.pipe(
    v.string(),
    v.transform((text) => text.split(/\s+/)),
    v.check((origins) => origins.every(isOrigin)),
  ),
};

/** Where the app is served from besides this server: its calls from there are let in, and no others'. */
const APP_ORIGINS: Variable<string[]> = { ...CONTENT_ORIGINS, name: 'APP_ORIGINS' };

const LOG_LEVEL: Variable<(typeof LOG_LEVELS)[number]> = {
  name: 'LOG_LEVEL',
  fallback: 'info',
  allowed: LOG_LEVELS.join(', '),
  schema: oneOf(LOG_LEVELS),
};

/** What opens `/metrics` from elsewhere than the machine itself. */
const METRICS_TOKEN = secret('METRICS_TOKEN');

/** Whether `/api/docs` shows the contract. */
const API_DOCS: Variable<'on' | 'off'> = {
  name: 'API_DOCS',
  fallback: 'off',
  allowed: 'on, off',
  schema: oneOf(['on', 'off']),
};

/** `retired` takes the service worker and the offline copy from the phones. */
const SERVICE_WORKER: Variable<'on' | 'retired'> = {
  name: 'SERVICE_WORKER',
  fallback: 'on',
  allowed: 'on, retired',
  schema: oneOf(['on', 'retired']),
};

/** The server's configuration. `null` is: not set. */
export type Config = ReturnType<typeof readConfig>;

/** Reads the configuration; empty is not set. Throws ConfigError for the first wrong variable. */
export function readConfig(env: Environment) {
  const databaseUrl = readVariable(env, DATABASE_URL);
  const migrateUrl = readVariable(env, DATABASE_MIGRATE_URL);
  const readUrl = readVariable(env, DATABASE_READ_URL);
  if (databaseUrl === null) {
    refuseAlone('DATABASE_MIGRATE_URL', migrateUrl, 'the same database by the role that serves');
    refuseAlone('DATABASE_READ_URL', readUrl, 'the database that it is a copy of');
  }
  const billingUrl = readVariable(env, BILLING_URL);
  const host = readVariable(env, HOST);
  const real = { BILLING_URL: billingUrl, ...realMoney(env) };
  const signIn = readSignInConfig(env, real);
  const money = readMoneyConfig(env, { billingUrl, host, signInPolicy: signIn.signInPolicy });
  const contest = readVariable(env, CONTEST);
  /** Who sells tickets and pays prizes for real money needs a permit. */
  const isContestOpen = money.isMoneyPlayed || contest !== null;
  const prizes = readVariable(env, PRIZES);
  const isReal = Object.values(real).some((value) => value !== null);
  /** Stand-ins of sign-in are read by anybody: whoever plays with them has proven no number. */
  const isPlayed = money.isMoneyPlayed || (signIn.signInPolicy === 'otp' && signIn.smsUrl === null);
  return {
    port: readVariable(env, PORT),
    host,
    dataDir: readVariable(env, DATA_DIR),
    databaseUrl,
    migrateUrl,
    readUrl,
    rankUrl: readVariable(env, RANK_URL),
    billingUrl,
    sandboxMsisdn: readVariable(env, SANDBOX_MSISDN),
    contentOrigins: readVariable(env, CONTENT_ORIGINS),
    appOrigins: readVariable(env, APP_ORIGINS),
    logLevel: readVariable(env, LOG_LEVEL),
    metricsToken: readVariable(env, METRICS_TOKEN),
    apiDocs: readVariable(env, API_DOCS) === 'on',
    isWorkerRetired: readVariable(env, SERVICE_WORKER) === 'retired',
    links: readVariable(env, LINKS),
    privacy: readVariable(env, PRIVACY),
    contest,
    isContestOpen,
    /** What a database is played with: a real provider, or a permit, by which prizes leave by hand. */
    moneyKind: kindOf({ isReal, isPlayed, hasPermit: contest !== null }),
    /** What is paid for periods that begin from now on: nothing without a permit. */
    prizes: isContestOpen ? prizes : [],
    withholdingPercent: readVariable(env, WITHHOLDING_PERCENT),
    /** Whether texts reach anybody, the sandbox's inbox included. */
    hasSms: signIn.smsUrl !== null || signIn.signInPolicy === 'otp',
    ...signIn,
    ...money,
    ...readPayoutConfig(env, { ...money, billingUrl }),
  };
}

type Kinds = { isReal: boolean; isPlayed: boolean; hasPermit: boolean };

/** `null` where no money can move. */
function kindOf({ isReal, isPlayed, hasPermit }: Kinds): 'real' | 'played' | null {
  if (isReal) return 'real';
  if (isPlayed) return 'played';
  return hasPermit ? 'real' : null;
}

function refuseAlone(name: string, url: string | null, what: string): void {
  if (url !== null) throw new ConfigError(`${name} is set, which needs DATABASE_URL: ${what}.`);
}

/** What an operator should know of a configuration that works. */
export function warningsOf({ signInPolicy, host }: Config): string[] {
  if (signInPolicy !== 'open' || isLoopback(host)) return [];
  return [
    `SIGN_IN_POLICY is "open" and HOST is ${host}: whoever reaches this server can play as any number. ` +
      'That is for trying the game; set operator or otp for players.',
  ];
}

/** Hosts may have signs, such as semicolons, that end a directive of the content policy. */
const ORIGIN = /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/;

function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
}
