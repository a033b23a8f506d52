import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../server/config.ts';

test('without variables the server runs on this machine, embedded, with the sandbox', () => {
  expect(readConfig({})).toEqual({
    port: 4173,
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: null,
    signInPolicy: 'open',
    billingUrl: null,
    sandboxMsisdn: null,
    logLevel: 'info',
  });
});

test('an empty variable counts as not set', () => {
  expect(readConfig({ PORT: '', DATABASE_URL: ' ' })).toEqual(readConfig({}));
});

test('each variable is taken over', () => {
  const config = readConfig({
    PORT: '0',
    HOST: '0.0.0.0',
    DATA_DIR: '/var/game',
    DATABASE_URL: 'postgres://u@h/db',
    SIGN_IN_POLICY: 'open',
    SANDBOX_MSISDN: '2348030000014',
    LOG_LEVEL: 'debug',
  });
  expect(config).toMatchObject({ port: 0, host: '0.0.0.0', dataDir: '/var/game' });
  expect(config).toMatchObject({ databaseUrl: 'postgres://u@h/db', logLevel: 'debug' });
  expect(config).toMatchObject({ sandboxMsisdn: '2348030000014' });
});

test.each([
  ['PORT', 'http', 'a whole number from 0 to 65535'],
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['HOST', 'my host', 'a host name'],
  ['DATABASE_URL', 'mysql://h/db', 'postgres://'],
  ['SIGN_IN_POLICY', 'otp', 'open'],
  ['BILLING_URL', 'ftp://operator', 'https://'],
  ['SANDBOX_MSISDN', '08030000014', '234 and the ten digits'],
  ['LOG_LEVEL', 'loud', 'silent, fatal, error'],
])('a wrong %s (%s) is named with its value and what is allowed', (name, value, allowed) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  expect(read).toThrow(JSON.stringify(value));
  expect(read).toThrow(allowed);
});

test('a password in a wrong address is not shown', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://user:hunter2@host/db' });
  expect(read).toThrow('…@host');
  expect(read).not.toThrow('hunter2');
});

test('with a real billing provider nobody signs in by number alone', () => {
  const read = () => readConfig({ BILLING_URL: 'https://operator.example/billing' });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(/SIGN_IN_POLICY is "open".*BILLING_URL/);
});
