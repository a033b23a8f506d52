import * as v from 'valibot';
import { type Links, linksSchema, type Privacy, privacySchema } from '../../src/contract/misc.ts';
import { POOLS } from '../../src/rules/networks.ts';
import { isStoredPhone } from '../../src/rules/phone.ts';
import {
  DEFAULT_PRIZES,
  PRIZE_BOARDS,
  PRIZE_KINDS,
  type PrizeTable,
  RUSH_TICKET_PERCENT,
} from '../../src/rules/prizes.ts';
import {
  ConfigError,
  type Environment,
  oneOf,
  readVariable,
  type Variable,
  wholeUrl,
} from './environment.ts';
import { isLoopback, readMoneyConfig, realMoney, secret } from './money.ts';
import { readSignInConfig } from './sign-in.ts';

/** The server's configuration. `null` means that a variable is not set. */
export type Config = ReturnType<typeof readConfig>;

/**
 * Reads the configuration. An empty variable counts as not set. Throws ConfigError for the first wrong
 * variable.
 */
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
  /** Selling tickets and paying prizes for real money needs a permit. */
  const isContestOpen = money.isMoneyPlayed || contest !== null;
  const prizes = readVariable(env, PRIZES);
  const isReal = Object.values(real).some((value) => value !== null);
  /** Anybody can read the texts of a stand-in of sign-in, so its players have not proven their numbers. */
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
    /**
     * Whether a database's money is played or real. Money is real with a real provider. It is also real with
     * a permit, because then prizes are paid by hand.
     */
    moneyKind: kindOf({ isReal, isPlayed, hasPermit: contest !== null }),
    /** The prizes of periods that begin from now on; without a permit there are none. */
    prizes: isContestOpen ? prizes : [],
    withholdingPercent: readVariable(env, WITHHOLDING_PERCENT),
    /** Whether texts reach anybody, be it in the sandbox's inbox. */
    hasSms: signIn.smsUrl !== null || signIn.signInPolicy === 'otp',
    ...signIn,
    ...money,
    ...readPayoutConfig(env, { ...money, billingUrl }),
  };
}

type Kinds = { isReal: boolean; isPlayed: boolean; hasPermit: boolean };

/** Gives the kind of money, and `null` where no money can move. */
function kindOf({ isReal, isPlayed, hasPermit }: Kinds): 'real' | 'played' | null {
  if (isReal) return 'real';
  if (isPlayed) return 'played';
  return hasPermit ? 'real' : null;
}

function refuseAlone(name: string, url: string | null, what: string): void {
  if (url !== null) throw new ConfigError(`${name} is set, which needs DATABASE_URL: ${what}.`);
}

/** Gives warnings about a configuration that works but is risky. */
export function warningsOf({ signInPolicy, host }: Config): string[] {
  if (signInPolicy !== 'open' || isLoopback(host)) return [];
  return [
    `SIGN_IN_POLICY is "open" and HOST is ${host}: whoever reaches this server can play as any number. ` +
      'That is for trying the game; set operator or otp for players.',
  ];
}

const LOG_LEVELS = ['silent', 'fatal', 'error', 'warn', 'info', 'debug', 'trace'] as const;

/** Ports from 1024 on that browsers refuse to open: https://fetch.spec.whatwg.org/#port-blocking */
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
 * The default is the IPv4 loopback: `http://localhost` reaches it, the sandbox stays on this machine, and a
 * port in use is noticed. With `localhost` the server might take the one loopback address that is free.
 * `0.0.0.0` opens the server to the network.
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

/** Origins that an app built for other hosts calls and loads pictures from. The content policy names them. */
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

/**
 * Origins that serve the app besides this server. Pages of these origins may call this server; pages of
 * others may not.
 */
const APP_ORIGINS: Variable<string[]> = { ...CONTENT_ORIGINS, name: 'APP_ORIGINS' };

const LOG_LEVEL: Variable<(typeof LOG_LEVELS)[number]> = {
  name: 'LOG_LEVEL',
  fallback: 'info',
  allowed: LOG_LEVELS.join(', '),
  schema: oneOf(LOG_LEVELS),
};

/** The token that opens `/metrics` to callers on other machines. */
const METRICS_TOKEN = secret('METRICS_TOKEN');

/** Whether `/api/docs` shows the contract. */
const API_DOCS: Variable<'on' | 'off'> = {
  name: 'API_DOCS',
  fallback: 'off',
  allowed: 'on, off',
  schema: oneOf(['on', 'off']),
};

/** `retired` removes the service worker and the offline copy from the phones. */
const SERVICE_WORKER: Variable<'on' | 'retired'> = {
  name: 'SERVICE_WORKER',
  fallback: 'on',
  allowed: 'on, retired',
  schema: oneOf(['on', 'retired']),
};

/** A host may contain characters, such as semicolons, that end a directive of the content policy. */
const ORIGIN = /^https?:\/\/(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/;

function isOrigin(text: string): boolean {
  return ORIGIN.test(text) && URL.canParse(text) && new URL(text).origin === text;
}

const NONE: Links = v.parse(linksSchema, {});

/**
 * An address without a password, which everybody could read, and without characters that end a link early.
 */
const plainPage = v.pipe(wholeUrl('https:'), v.regex(/^[^\s@]{1,500}$/));
const page = v.nullish(plainPage, null);
/** Where somebody can be asked: a page, a mailbox or a phone number. */
const reachable = v.union([
  plainPage,
  v.pipe(v.string(), v.regex(/^mailto:[\w.+-]{1,64}@[\w.-]{1,190}$/)),
  v.pipe(v.string(), v.regex(/^tel:\+?\d{3,15}$/)),
]);
const reach = v.nullish(reachable, null);

/** The targets of the app's links, as JSON. A link that is left out has the target of the app's build. */
const LINKS: Variable<Links> = {
  name: 'LINKS',
  fallback: NONE,
  allowed:
    'JSON like {"campaign":"https://example.ng/subscribe","support":"tel:0700123"}; campaign, retarget, ' +
    'liveDraw and promo are https:// without a password, support may be mailto: or tel: too',
  schema: v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({ campaign: page, retarget: page, liveDraw: page, promo: page, support: reach }),
  ),
};

/** The controller of the players' data and how to reach them, as JSON. */
const PRIVACY: Variable<Privacy> = {
  name: 'PRIVACY',
  fallback: v.parse(privacySchema, {}),
  allowed:
    'JSON like {"controller":"Example Games Ltd, 1 Marina, Lagos","contact":"mailto:data@example.ng"}; ' +
    'controller is one line of up to 200 characters, contact mailto:, tel: or https://',
  schema: v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({
      controller: v.nullish(v.pipe(v.string(), v.regex(/^[^\n<>]{1,200}$/)), null),
      contact: reach,
    }),
  ),
};

/** The promoter of the paid tournament, its permit, and the addresses of its rules and its support. */
type Promotion = { promoter: string; permit: string; rules: string; support: string };

const line = v.pipe(v.string(), v.regex(/^(?=.*\S)[^\n<>]{1,200}$/));

/**
 * The promotion of the paid tournament, as JSON. Without it the tournament is closed wherever money is real.
 */
const CONTEST: Variable<Promotion | null> = {
  name: 'CONTEST',
  fallback: null,
  allowed:
    'JSON with all of {"promoter":"Example Games Ltd, 1 Marina, Lagos","permit":"NLRC/12/34",' +
    '"rules":"https://example.ng/rush-rules","support":"tel:0700123"}; promoter and permit are one line ' +
    'of up to 200 characters, rules https:// without a password, support https://, mailto: or tel:',
  schema: v.pipe(
    v.string(),
    v.parseJson(),
    v.strictObject({ promoter: line, permit: line, rules: plainPage, support: reachable }),
  ),
};

/** How cash prizes are paid: by the card provider's transfers, or by hand from the operator's own bank. */
const PAYOUT_WAYS = ['by-hand', 'transfer'] as const;

const PAYOUTS: Variable<(typeof PAYOUT_WAYS)[number]> = {
  name: 'PAYOUTS',
  fallback: 'by-hand',
  allowed: PAYOUT_WAYS.join(', '),
  schema: oneOf(PAYOUT_WAYS),
};

/** A prize above this amount is paid only after two operators have said yes. */
const TWO_PEOPLE_ABOVE_NAIRA: Variable<number> = {
  name: 'TWO_PEOPLE_ABOVE_NAIRA',
  fallback: 100_000,
  allowed: 'whole naira from 0 to 10000000',
  schema: v.pipe(v.string(), v.regex(/^\d{1,8}$/), v.transform(Number), v.maxValue(10_000_000)),
};

/** More coins than this are given or taken only after two operators have said yes. */
const TWO_PEOPLE_ABOVE_COINS: Variable<number> = {
  name: 'TWO_PEOPLE_ABOVE_COINS',
  fallback: 10_000,
  allowed: 'whole coins from 0 to 9999999',
  schema: v.pipe(v.string(), v.regex(/^\d{1,7}$/), v.transform(Number)),
};

/**
 * The settings that decide how prizes can be paid: whether cards and billing are real, and whether all money
 * is the sandbox's.
 */
type Around = { cardSecretKey: string | null; billingUrl: string | null; isMoneyPlayed: boolean };

/** Reads how prizes are paid. Throws ConfigError for transfers without the card provider. */
function readPayoutConfig(env: Environment, { cardSecretKey, billingUrl, isMoneyPlayed }: Around) {
  const way = readVariable(env, PAYOUTS);
  if (way === 'transfer' && cardSecretKey === null && !isMoneyPlayed) {
    throw new ConfigError('PAYOUTS is transfer, which needs CARD_SECRET_KEY.');
  }
  return {
    /** Whether a provider sends this kind of prize; otherwise a person sends it. */
    isSentByProvider: {
      cash: isMoneyPlayed || way === 'transfer',
      airtime: isMoneyPlayed || billingUrl !== null,
      data: isMoneyPlayed || billingUrl !== null,
    },
    twoPeopleAboveNaira: readVariable(env, TWO_PEOPLE_ABOVE_NAIRA),
    twoPeopleAboveCoins: readVariable(env, TWO_PEOPLE_ABOVE_COINS),
  };
}

const whole = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

const row = v.pipe(
  v.strictObject({
    pool: v.picklist(POOLS),
    board: v.picklist(PRIZE_BOARDS),
    tier: v.optional(v.nullable(v.picklist([1, 2, 3])), null),
    places: whole(1, 50),
    kind: v.optional(v.picklist(PRIZE_KINDS), 'cash'),
    naira: v.union([whole(1, 10_000_000), v.literal('bands')]),
    minPoints: v.optional(whole(1, 1_000_000), 1),
    minPlayers: v.optional(whole(1, 1_000_000), 1),
    minCoinsBought: v.optional(whole(0, 1_000_000), 0),
    reserves: v.optional(whole(0, 50), 0),
    ticketPercent: v.optional(whole(1, 100)),
  }),
  v.check(({ board, tier }) => (board === 'rush') === (tier !== null)),
  v.check(({ board, naira }) => naira !== 'bands' || board === 'weekly'),
  v.check(({ board, reserves }) => reserves === 0 || board === 'raffle'),
  v.check(({ board, kind }) => kind === 'cash' || board !== 'raffle'),
  v.check(({ board, ticketPercent }) => board === 'rush' || ticketPercent === undefined),
  v.transform(({ ticketPercent = RUSH_TICKET_PERCENT, ...rest }) => ({
    ...rest,
    ticketPercent: rest.board === 'rush' ? ticketPercent : null,
  })),
);

/**
 * The prizes that a deployment pays, as JSON. They are the whole table: a row that is missing is not paid.
 */
const PRIZES: Variable<PrizeTable> = {
  name: 'PRIZES',
  fallback: DEFAULT_PRIZES,
  allowed:
    'JSON with every row that is paid, like [{"pool":"all","board":"weekly","places":10,"naira":"bands",' +
    '"minPoints":50},{"pool":"glo","board":"rush","tier":1,"places":5,"naira":2000}]; one row for a ' +
    "pool's board or tier (tier and ticketPercent, 1 to 100, with rush, bands with weekly, reserves with raffle), figures whole",
  schema: v.pipe(
    v.string(),
    // `1e2` and `50.0` are whole numbers in JSON, but too easily misread as a prize.
    v.check((text) => !/\d[.e]/i.test(text)),
    v.parseJson(),
    v.array(row),
    v.check((rows) => {
      const lists = rows.map(({ pool, board, tier }) => `${pool} ${board} ${tier}`);
      return new Set(lists).size === lists.length;
    }),
  ),
};

/** The tax that the law has the operator withhold from prizes, in percent. */
const WITHHOLDING_PERCENT: Variable<number> = {
  name: 'WITHHOLDING_PERCENT',
  fallback: 0,
  allowed: 'a number from 0 to 99.99, with two digits behind the point at most',
  schema: v.pipe(v.string(), v.regex(/^\d{1,2}(\.\d{1,2})?$/), v.transform(Number)),
};
