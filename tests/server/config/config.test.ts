import { expect, test } from 'vitest';
import { readConfig, warningsOf } from '../../../server/config/config.ts';
import { ConfigError } from '../../../server/config/environment.ts';
import { DEFAULT_PRICES } from '../../../src/rules/money.ts';
import { DEFAULT_PRIZES } from '../../../src/rules/prizes.ts';

const OTP = { SIGN_IN_POLICY: 'otp', SMS_URL: 'https://sms.example', SMS_TOKEN: 'a-token' };

const CARD = { CARD_SECRET_KEY: 'sk_1', CARD_PUBLIC_KEY: 'pk_1' };

test('without variables the server runs on this machine, embedded, with the sandbox', () => {
  expect(readConfig({})).toEqual({
    port: 4173,
    apiDocs: false,
    isWorkerRetired: false,
    links: { campaign: null, retarget: null, liveDraw: null, promo: null, support: null },
    privacy: { controller: null, contact: null },
    host: '127.0.0.1',
    dataDir: '.data',
    databaseUrl: null,
    migrateUrl: null,
    readUrl: null,
    rankUrl: null,
    billingUrl: null,
    sandboxMsisdn: null,
    contentOrigins: [],
    logLevel: 'info',
    signInPolicy: 'open',
    operatorProofSecret: null,
    smsUrl: null,
    smsToken: null,
    operatorNetwork: null,
    codesPerHour: 300,
    allCodesPerHour: 5000,
    allCodesPerDay: 40_000,
    visitsPerHour: 6000,
    messagesPerHour: 60,
    playerCallsPerMinute: 600,
    addressCallsPerMinute: 60_000,
    appOrigins: [],
    trustProxy: false,
    metricsToken: null,
    prices: DEFAULT_PRICES,
    cardSecretKey: null,
    cardPublicKey: null,
    cardUrl: 'https://api.paystack.co',
    mobileMoneyUrl: null,
    mobileMoneyKey: null,
    mobileMoneyClientId: null,
    bankListingUrl: null,
    bankListingKey: null,
    bankKeys: [],
    isMoneyPlayed: true,
    ways: ['airtime', 'card', 'mobile-money'],
    cardOrigins: [],
    contest: null,
    isContestOpen: true,
    moneyKind: 'played',
    prizes: DEFAULT_PRIZES,
    withholdingPercent: 0,
    hasSms: false,
    isSentByProvider: { cash: true, airtime: true, data: true },
    twoPeopleAboveNaira: 100_000,
    twoPeopleAboveCoins: 10_000,
  });
});

const BANKS = {
  BANK_LISTING_URL: 'https://banks.example',
  BANK_LISTING_KEY: 'sk_1',
  BANK_KEYS: 'k'.repeat(32),
};

test('the stand-ins of money exist all or none', () => {
  const ways = (env: Record<string, string>) => {
    const { isMoneyPlayed, ways: offered } = readConfig(env);
    return { isMoneyPlayed, offered };
  };
  const all = { isMoneyPlayed: true, offered: ['airtime', 'card', 'mobile-money'] };
  expect(ways({ HOST: '0.0.0.0' })).toEqual(all);
  expect(ways(OTP)).toEqual(all);
  expect(ways({ ...OTP, HOST: '0.0.0.0' })).toEqual({ isMoneyPlayed: false, offered: [] });
  expect(ways({ ...OTP, ...CARD })).toEqual({ isMoneyPlayed: false, offered: ['card'] });
  expect(ways({ ...OTP, ...BANKS })).toEqual({ isMoneyPlayed: false, offered: [] });
  expect(ways({ ...OTP, BILLING_URL: 'https://operator.example' })).toEqual({
    isMoneyPlayed: false,
    offered: ['airtime'],
  });
});

test('a real card provider brings its origins to the content policy, the sandbox none', () => {
  expect(readConfig({ ...OTP, ...CARD }).cardOrigins).toEqual([
    'https://js.paystack.co',
    'https://checkout.paystack.com',
  ]);
  expect(readConfig({ CARD_ORIGINS: 'https://js.example.com' }).cardOrigins).toEqual([]);
});

test('prices that are left out have their defaults', () => {
  const { prices } = readConfig({ PRICES: '{"plans":{"card":{"daily":60,"weekly":150}}}' });
  expect(prices.plans.card).toEqual({ daily: 60, weekly: 150 });
  expect(prices.plans.airtime).toEqual(DEFAULT_PRICES.plans.airtime);
  expect(prices.packs).toEqual(DEFAULT_PRICES.packs);
});

test.each([
  ['below what a wallet takes', '{"packs":{"mobile-money":[{"naira":99,"coins":700}]}}'],
  ['a fraction', '{"plans":{"airtime":{"daily":50.5,"weekly":100}}}'],
  ['written with an exponent', '{"plans":{"airtime":{"daily":5e1,"weekly":100}}}'],
  ['written with a point', '{"plans":{"airtime":{"daily":50.0,"weekly":100}}}'],
  ['nothing', '{"plans":{"card":{"daily":0,"weekly":100}}}'],
  ['past a million', '{"packs":{"card":[{"naira":1000001,"coins":1}]}}'],
  ['a text', '{"plans":{"card":{"daily":"50","weekly":100}}}'],
  ['for one plan alone', '{"plans":{"card":{"daily":50}}}'],
  ['of a way it does not know', '{"plans":{"cash":{"daily":50,"weekly":100}}}'],
  ['negative', '{"packs":{"card":[{"naira":-100,"coins":700}]}}'],
  ['a word it does not know', '{"plan":{}}'],
  ['two packs at one price', '{"packs":{"card":[{"naira":1,"coins":1},{"naira":1,"coins":2}]}}'],
  ['no JSON', 'cheap'],
])('a price that is %s stops the start', (_what, PRICES) => {
  expect(() => readConfig({ PRICES })).toThrow(/^PRICES is .* Allowed: JSON like/);
});

test('the controller of the data is one line and a contact', () => {
  const PRIVACY = '{"controller":"Example Games Ltd, Lagos","contact":"mailto:data@example.ng"}';
  expect(readConfig({ PRIVACY }).privacy).toEqual({
    controller: 'Example Games Ltd, Lagos',
    contact: 'mailto:data@example.ng',
  });
  for (const wrong of [
    '{"contact":"javascript:alert(1)"}',
    '{"controller":"<b>"}',
    '{"name":"x"}',
  ]) {
    expect(() => readConfig({ PRIVACY: wrong })).toThrow(/^PRIVACY is .* Allowed: JSON like/);
  }
});

test('links that are left out are none', () => {
  const LINKS =
    '{"campaign":"https://offers.example.ng/subscribe?a=1","support":"tel:+2347001234"}';
  expect(readConfig({ LINKS }).links).toEqual({
    campaign: 'https://offers.example.ng/subscribe?a=1',
    retarget: null,
    liveDraw: null,
    promo: null,
    support: 'tel:+2347001234',
  });
});

test.each([
  ['no JSON', 'https://offers.example.ng'],
  ['a list', '["https://offers.example.ng"]'],
  ['a word it does not know', '{"campaing":"https://offers.example.ng"}'],
  ['no https', '{"campaign":"http://offers.example.ng"}'],
  ['no address', '{"retarget":"offers.example.ng"}'],
  ['no host', '{"retarget":"https://"}'],
  ['a script', '{"promo":"javascript:alert(1)"}'],
  ['a mailbox that is no support', '{"promo":"mailto:help@example.ng"}'],
  ['a password', '{"liveDraw":"https://user:secret@example.ng"}'],
  ['two words', '{"liveDraw":"https://example.ng/a b"}'],
  ['a number', '{"campaign":1}'],
  ['a support that nobody can call', '{"support":"tel:call-us"}'],
  ['a support without a mailbox', '{"support":"mailto:"}'],
])('links with %s stop the start', (_what, LINKS) => {
  expect(() => readConfig({ LINKS })).toThrow(ConfigError);
  expect(() => readConfig({ LINKS })).toThrow(/^LINKS is .* Allowed: JSON like/);
});

test.each([
  [{ ...OTP, CARD_SECRET_KEY: 'sk_1' }, /CARD_SECRET_KEY and CARD_PUBLIC_KEY go together/],
  [{ ...OTP, MOBILE_MONEY_URL: 'https://m.example' }, /needs MOBILE_MONEY_KEY/],
  [{ ...OTP, ...BANKS, BANK_KEYS: '' }, /needs BANK_LISTING_KEY and BANK_KEYS/],
  [{ ...OTP, ...BANKS, BANK_LISTING_KEY: '' }, /needs BANK_LISTING_KEY and BANK_KEYS/],
  [{ SIGN_IN_POLICY: 'operator' }, /needs OPERATOR_PROOF_SECRET/],
  [{ BILLING_URL: 'https://operator.example' }, /SIGN_IN_POLICY is "open".*BILLING_URL/],
  [BANKS, /SIGN_IN_POLICY is "open".*BANK_LISTING_URL/],
  [CARD, /SIGN_IN_POLICY is "open".*CARD_SECRET_KEY/],
  [{ SIGN_IN_POLICY: 'otp', ...CARD }, /"otp" with a real CARD_SECRET_KEY, which needs SMS_URL/],
])(
  'half a provider, or a real one beside sign-in that admits anybody, stops the start',
  (env, why) => {
    expect(() => readConfig(env)).toThrow(why);
  },
);

test.each([
  ['open on this machine alone', {}, 0],
  ['open on another address of the loopback', { HOST: '::1' }, 0],
  ['open to the network', { HOST: '0.0.0.0' }, 1],
  ['by code', { HOST: '0.0.0.0', SIGN_IN_POLICY: 'otp' }, 0],
])('where players sign in %s the operator is warned, or not', (_how, env, warnings) => {
  expect(warningsOf(readConfig(env))).toHaveLength(warnings);
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
    DATABASE_MIGRATE_URL: 'postgres://owner@h/db',
    DATABASE_READ_URL: 'postgres://u@copy/db',
    SIGN_IN_POLICY: 'otp',
    OPERATOR_PROOF_SECRET: 's'.repeat(32),
    BILLING_URL: 'https://operator.example/billing',
    SMS_URL: 'https://sms.example/send',
    SMS_TOKEN: 'a-token',
    OPERATOR_NETWORK: 'glo',
    CODES_PER_HOUR: '5000',
    VISITS_PER_HOUR: '90000',
    MESSAGES_PER_HOUR: '7',
    PLAYER_CALLS_PER_MINUTE: '70',
    ADDRESS_CALLS_PER_MINUTE: '7000',
    APP_ORIGINS: 'https://play.example.ng',
    TRUST_PROXY: '10.0.0.0/8, ::1',
    ...BANKS,
    BANK_KEYS: `${'n'.repeat(32)} ${'o'.repeat(40)}`,
    SANDBOX_MSISDN: '2348030000014',
    CONTENT_ORIGINS: 'https://api.example.ng https://cdn.example.ng:8443',
    LOG_LEVEL: 'debug',
  });
  expect(config).toMatchObject({ signInPolicy: 'otp', operatorProofSecret: 's'.repeat(32) });
  expect(config).toMatchObject({ smsUrl: 'https://sms.example/send', smsToken: 'a-token' });
  expect(config).toMatchObject({ operatorNetwork: 'glo', trustProxy: ['10.0.0.0/8', '::1'] });
  expect(config).toMatchObject({ codesPerHour: 5000, visitsPerHour: 90_000, messagesPerHour: 7 });
  expect(config).toMatchObject({ playerCallsPerMinute: 70, addressCallsPerMinute: 7000 });
  expect(config.appOrigins).toEqual(['https://play.example.ng']);
  expect(config).toMatchObject({ bankListingUrl: 'https://banks.example', bankListingKey: 'sk_1' });
  expect(config.bankKeys).toEqual(['n'.repeat(32), 'o'.repeat(40)]);
  expect(config).toMatchObject({ port: 0, host: '0.0.0.0', dataDir: '/var/game' });
  expect(config).toMatchObject({ databaseUrl: 'postgres://u@h/db', logLevel: 'debug' });
  expect(config.migrateUrl).toBe('postgres://owner@h/db');
  expect(config.readUrl).toBe('postgres://u@copy/db');
  expect(config).toMatchObject({ sandboxMsisdn: '2348030000014' });
  expect(config).toMatchObject({
    contentOrigins: ['https://api.example.ng', 'https://cdn.example.ng:8443'],
  });
});

test.each([
  ['PORT', 'http', 'a whole number from 0 to 65535'],
  ['PORT', '65536', 'a whole number from 0 to 65535'],
  ['PORT', '-1', 'a whole number from 0 to 65535'],
  ['PORT', '4190', 'that browsers open'],
  ['HOST', 'my host', 'a host name'],
  ['DATABASE_URL', 'mysql://h/db', 'postgres://'],
  ['DATABASE_MIGRATE_URL', 'mysql://h/db', 'postgres://'],
  ['DATABASE_READ_URL', 'mysql://h/db', 'postgres://'],
  ['SIGN_IN_POLICY', 'none', 'open, operator, otp'],
  ['SMS_URL', 'sms.example', 'https://'],
  ['OPERATOR_NETWORK', 'nobody', 'all, glo'],
  ['CODES_PER_HOUR', '0', 'a whole number from 1'],
  ['TWO_PEOPLE_ABOVE_COINS', '-1', 'whole coins from 0'],
  ['VISITS_PER_HOUR', '1e3', 'a whole number from 1'],
  ['MESSAGES_PER_HOUR', 'many', 'a whole number from 1'],
  ['PLAYER_CALLS_PER_MINUTE', '0', 'a whole number from 1'],
  ['ADDRESS_CALLS_PER_MINUTE', 'none', 'a whole number from 1'],
  ['APP_ORIGINS', '*', 'origins like'],
  ['APP_ORIGINS', 'https://*.example.ng', 'origins like'],
  ['TRUST_PROXY', 'on', 'off, or the addresses'],
  ['TRUST_PROXY', '1', 'off, or the addresses'],
  ['TRUST_PROXY', '0.0.0.0/0', 'off, or the addresses'],
  ['TRUST_PROXY', '10.0.0.1,,', 'off, or the addresses'],
  ['RANK_URL', 'http://h:6379', 'redis://host:6379'],
  ['BANK_LISTING_URL', 'banks.example', 'https://'],
  ['BILLING_URL', 'ftp://operator', 'https://'],
  ['SANDBOX_MSISDN', '08030000014', '234 and the ten digits'],
  ['CONTENT_ORIGINS', 'https://api.example.ng/api', 'origins like'],
  ['CONTENT_ORIGINS', "'unsafe-inline'", 'origins like'],
  ['CONTENT_ORIGINS', 'https://a.example; script-src *', 'origins like'],
  ['CONTENT_ORIGINS', 'https://a.example;b', 'origins like'],
  ['CONTENT_ORIGINS', "https://a.example,'b'", 'origins like'],
  ['LOG_LEVEL', 'loud', 'silent, fatal, error'],
])('a wrong %s (%s) is named with its value and what is allowed', (name, value, allowed) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(name);
  expect(read).toThrow(JSON.stringify(value));
  expect(read).toThrow(allowed);
});

test.each(['DATABASE_MIGRATE_URL', 'DATABASE_READ_URL'])(
  '%s without the database that serves stops the start',
  (name) => {
    const read = () => readConfig({ [name]: 'postgres://owner@h/db' });
    expect(read).toThrow(`${name} is set, which needs DATABASE_URL`);
  },
);

test('a password in a wrong address is not shown', () => {
  const read = () => readConfig({ DATABASE_URL: 'mysql://user:hunter2@host/db' });
  expect(read).toThrow('…@host');
  expect(read).not.toThrow('hunter2');
  const LINKS = '{"campaign":"https://user:hunter2@host/page"}';
  expect(() => readConfig({ LINKS })).toThrow('://…@host');
  expect(() => readConfig({ LINKS })).not.toThrow('hunter2');
});

test.each([
  ['OPERATOR_PROOF_SECRET', 'too-short', '32 characters'],
  ['SMS_TOKEN', 'two words', 'without spaces'],
  ['BANK_KEYS', 'too-short', '32 visible characters'],
])('a wrong secret in %s is not shown', (name, value, allowed) => {
  const read = () => readConfig({ [name]: value });
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${name} is wrong (9 characters)`);
  expect(read).toThrow(allowed);
  expect(read).not.toThrow(value);
});

const BILLING_URL = 'https://operator.example/billing';

const SMS = { SMS_URL: 'https://sms.example', SMS_TOKEN: 'a-token' };

test.each([
  ['a real operator by number alone', { BILLING_URL }, /"open".*BILLING_URL/],
  ['real SMS by number alone', { ...SMS }, /"open".*SMS_URL/],
  [
    'the operator policy without its secret',
    { SIGN_IN_POLICY: 'operator' },
    /"operator".*OPERATOR_PROOF_SECRET/,
  ],
  [
    'codes in the sandbox beside a real operator',
    { SIGN_IN_POLICY: 'otp', BILLING_URL },
    /"otp".*SMS_URL/,
  ],
  [
    'a provider of SMS without its token',
    { SIGN_IN_POLICY: 'otp', SMS_URL: SMS.SMS_URL },
    /SMS_TOKEN/,
  ],
])('nothing starts with %s', (_what, env, line) => {
  expect(() => readConfig(env)).toThrow(ConfigError);
  expect(() => readConfig(env)).toThrow(line);
});

test.each([
  { SIGN_IN_POLICY: 'operator', OPERATOR_PROOF_SECRET: 's'.repeat(32), BILLING_URL },
  { SIGN_IN_POLICY: 'otp', BILLING_URL, ...SMS },
  { SIGN_IN_POLICY: 'otp' },
])('a policy with what it needs is taken (%o)', (env) => {
  expect(readConfig(env).signInPolicy).toBe(env.SIGN_IN_POLICY);
});

const PROMOTION = {
  promoter: 'Example Games Ltd, 1 Marina, Lagos',
  permit: 'NLRC/12/34',
  rules: 'https://example.ng/rush-rules',
  support: 'tel:0700123',
};

test('with played money the tournament is open, and nobody is named', () => {
  expect(readConfig({})).toMatchObject({ contest: null, isContestOpen: true });
});

test('for real money it is closed until promoter, permit, rules and support are named', () => {
  expect(readConfig({ ...OTP, ...CARD })).toMatchObject({ contest: null, isContestOpen: false });
  const CONTEST = JSON.stringify(PROMOTION);
  const config = readConfig({ ...OTP, ...CARD, CONTEST });
  expect(config).toMatchObject({ contest: PROMOTION, isContestOpen: true });
});

test.each([
  ['without a permit', { ...PROMOTION, permit: undefined }],
  ['with an empty promoter', { ...PROMOTION, promoter: ' ' }],
  ['with two lines of promoter', { ...PROMOTION, promoter: 'a\nb' }],
  ['with rules that a browser would run', { ...PROMOTION, rules: 'javascript:alert(1)' }],
  ['with rules over http', { ...PROMOTION, rules: 'http://example.ng' }],
  ['with a support that leads nowhere', { ...PROMOTION, support: 'ask me' }],
  ['with more than that', { ...PROMOTION, prize: 'a car' }],
  ['of another kind', []],
])('a contest %s stops the start', (_what, wrong) => {
  const CONTEST = JSON.stringify(wrong);
  expect(() => readConfig({ CONTEST })).toThrow(/^CONTEST is .* Allowed: JSON with all of/);
  expect(() => readConfig({ CONTEST: 'NLRC' })).toThrow(/^CONTEST is "NLRC"/);
});

test('the price of a ticket is one of the prices', () => {
  expect(readConfig({ PRICES: '{"rushTicket":300}' }).prices.rushTicket).toBe(300);
  expect(() => readConfig({ PRICES: '{"rushTicket":0}' })).toThrow(/^PRICES is/);
  // No platform of mobile money takes less.
  expect(() => readConfig({ PRICES: '{"rushTicket":99}' })).toThrow(/^PRICES is/);
});

const WEEKLY = { pool: 'all', board: 'weekly', places: 10, naira: 'bands' };

const TIER = { pool: 'glo', board: 'rush', tier: 1, places: 5, naira: 2000 };

test('the default prizes are built in, with nothing withheld', () => {
  expect(readConfig({})).toMatchObject({ prizes: DEFAULT_PRIZES, withholdingPercent: 0 });
});

test('a table of the operator takes its place whole, with nothing asked for that it does not say', () => {
  const { prizes } = readConfig({ PRIZES: JSON.stringify([TIER]) });
  const rest = { kind: 'cash', minPoints: 1, minPlayers: 1, minCoinsBought: 0, reserves: 0 };
  expect(prizes).toEqual([{ ...TIER, ...rest, ticketPercent: 60 }]);
  const half = { ...TIER, ticketPercent: 50 };
  expect(readConfig({ PRIZES: JSON.stringify([half]) }).prizes).toEqual([{ ...half, ...rest }]);
  expect(readConfig({ PRIZES: JSON.stringify([WEEKLY]) }).prizes).toMatchObject([
    { tier: null, ticketPercent: null },
  ]);
  expect(readConfig({ PRIZES: '[]' }).prizes).toEqual([]);
});

test.each([
  ['is no JSON', 'much'],
  ['is one row', JSON.stringify(WEEKLY)],
  ['has a pool that there is not', JSON.stringify([{ ...WEEKLY, pool: 'mtn' }])],
  ['has a board that there is not', JSON.stringify([{ ...WEEKLY, board: 'yearly' }])],
  ['has a tier of a week', JSON.stringify([{ ...WEEKLY, tier: 1 }])],
  ['has a day without a tier', JSON.stringify([{ ...TIER, tier: null }])],
  ['has bands of a day', JSON.stringify([{ ...TIER, naira: 'bands' }])],
  ['has a share of the tickets of a week', JSON.stringify([{ ...WEEKLY, ticketPercent: 60 }])],
  ['gives more than the tickets', JSON.stringify([{ ...TIER, ticketPercent: 101 }])],
  ['has reserves of a week', JSON.stringify([{ ...WEEKLY, reserves: 5 }])],
  [
    'has data of the raffle',
    JSON.stringify([{ ...WEEKLY, board: 'raffle', naira: 5, kind: 'data' }]),
  ],
  ['pays nothing', JSON.stringify([{ ...WEEKLY, naira: 0 }])],
  ['pays a part of a naira', '[{"pool":"all","board":"weekly","places":1,"naira":99.5}]'],
  ['has a row twice', JSON.stringify([TIER, { ...TIER, naira: 3000 }])],
  ['has a misspelt field', JSON.stringify([{ ...WEEKLY, minPoint: 50 }])],
])('a table that %s stops the start', (_what, PRIZES) => {
  expect(() => readConfig({ PRIZES })).toThrow(/^PRIZES is .* Allowed: JSON with every row/);
});

test('a share of each prize is withheld', () => {
  expect(readConfig({ WITHHOLDING_PERCENT: '7.5' }).withholdingPercent).toBe(7.5);
  for (const wrong of ['100', '-1', '5%', '7.555', 'ten']) {
    expect(() => readConfig({ WITHHOLDING_PERCENT: wrong })).toThrow(/^WITHHOLDING_PERCENT is/);
  }
});
