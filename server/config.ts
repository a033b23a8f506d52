import * as v from 'valibot';
import { isStoredPhone } from '../src/rules/phone.ts';
import { StartError } from './start-error.ts';

/** A variable of the environment is wrong: the message names it, its value and what is allowed. */
export class ConfigError extends StartError {
  override name = 'ConfigError';
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

type Variable<Value> = {
  name: string;
  fallback: Value;
  allowed: string;
  schema: v.GenericSchema<string, Value>;
};

const wholeUrl = (...protocols: string[]) =>
  v.pipe(
    v.string(),
    v.check((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol)),
  );

const PORT: Variable<number> = {
  name: 'PORT',
  fallback: 4173,
  allowed: 'a whole number from 0 to 65535',
  schema: v.pipe(v.string(), v.regex(/^\d{1,5}$/), v.transform(Number), v.maxValue(65_535)),
};

/**
 * The IPv4 loopback by default: `http://localhost` reaches it everywhere, the sandbox providers
 * stay on this machine, and a port that somebody else holds is noticed (the name `localhost` may
 * bind to the one loopback address that happens to be free). `0.0.0.0` opens it to the network.
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

const SIGN_IN_POLICY: Variable<'open'> = {
  name: 'SIGN_IN_POLICY',
  fallback: 'open',
  allowed: 'open',
  schema: v.picklist(['open']) as v.GenericSchema<string, 'open'>,
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

const LOG_LEVEL: Variable<(typeof LOG_LEVELS)[number]> = {
  name: 'LOG_LEVEL',
  fallback: 'info',
  allowed: LOG_LEVELS.join(', '),
  schema: v.picklist(LOG_LEVELS) as v.GenericSchema<string, (typeof LOG_LEVELS)[number]>,
};

/** The server's configuration. `null` is: not set. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration from the environment; an empty variable counts as not set.
 * @throws ConfigError for the first variable that is wrong
 */
export function readConfig(env: Readonly<Record<string, string | undefined>>) {
  const config = {
    port: read(env, PORT),
    host: read(env, HOST),
    dataDir: read(env, DATA_DIR),
    databaseUrl: read(env, DATABASE_URL),
    signInPolicy: read(env, SIGN_IN_POLICY),
    billingUrl: read(env, BILLING_URL),
    sandboxMsisdn: read(env, SANDBOX_MSISDN),
    logLevel: read(env, LOG_LEVEL),
  };
  if (config.billingUrl !== null) {
    // Under `open` a phone number alone signs in (decision 31): never with real money behind it.
    throw new ConfigError(
      'SIGN_IN_POLICY is "open", which is allowed only with the sandbox providers. ' +
        'Unset BILLING_URL: this server has no other policy yet.',
    );
  }
  return config;
}

function read<Value>(
  env: Readonly<Record<string, string | undefined>>,
  { name, fallback, allowed, schema }: Variable<Value>,
): Value {
  const text = env[name]?.trim() ?? '';
  if (text === '') return fallback;
  const result = v.safeParse(schema, text);
  if (result.success) return result.output;
  throw new ConfigError(`${name} is ${shown(name, text)}. Allowed: ${allowed}.`);
}

/** The value as it may stand in a terminal or a log: an address without its password. */
function shown(name: string, text: string): string {
  const bare = name.endsWith('_URL') ? text.replace(/^.*@/, '…@') : text;
  return JSON.stringify(bare.length > 80 ? `${bare.slice(0, 80)}…` : bare);
}
