import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { getCategories } from '../../src/contract/categories.ts';
import { codesOf, type Endpoint, pathOf } from '../../src/contract/endpoint.ts';
import { putCategoryPlay } from '../../src/contract/endpoints/category-plays.ts';
import { getQuestions, getReducePlay } from '../../src/contract/endpoints/rounds.ts';
import { getUser } from '../../src/contract/endpoints/users.ts';
import { postFundWallet } from '../../src/contract/endpoints/webhooks.ts';
import { failureSchema } from '../../src/contract/envelope.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
} from '../../src/contract/mobile-money.ts';
import { postPoints } from '../../src/contract/points.ts';
import { readRows } from '../../src/contract/rows.ts';
import { QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { isStoredPhone, nationalDigits, readTypedPhone } from '../../src/rules/phone.ts';
import { scoreTranscript } from '../../src/rules/round.ts';
import { termsFor } from '../../src/rules/scoring.ts';
import { allEndpoints } from './all-endpoints.ts';
import { apiOver, type Call, NotJson, overHttp, type Reply } from './player/call.ts';
import { bearer, newReference } from './player/player.ts';

/** An API and the calls that are allowed on it. */
export type Subject = {
  /** The base of the product API, without a last slash. */
  url: string;
  /** The number, as 234 and ten digits. */
  phone: string;
  /** A player's token. */
  token: string | null;
  /** Whether a round may be played. */
  mayPlay: boolean;
  /** The base of the mobile-money service, without a last slash. It is not called if this is `null`. */
  mobileMoneyUrl: string | null;
  /** Whether the number's wallet may be asked for a payment. */
  mayPay: boolean;
};

/** The calls of `askWallet`. Calls of payments are made only if paying is allowed. */
const WALLET_CALLS: readonly Endpoint[] = [getWallet, getCharges];
const PAYMENT_CALLS: readonly Endpoint[] = [postCollection, getCollection, postFundWallet];

/**
 * Makes every call of an API that changes nothing, and all others that the command line allows. Says of each
 * call whether the answer fits the contract.
 * @returns whether all answers fit
 */
export async function conformance(
  subject: Subject,
  print: (line: string) => void,
): Promise<boolean> {
  const { url, token, mayPlay, mobileMoneyUrl } = subject;
  const findings: Finding[] = [];
  const tell = (finding: Finding) => {
    findings.push(finding);
    for (const line of linesOf(finding)) print(line);
  };
  const all = (await allEndpoints()).map(({ endpoint }) => endpoint);
  for (const endpoint of all) {
    if (whyNot(endpoint, subject) === null) tell(await read(endpoint, subject));
  }
  if (mayPlay && token) {
    print('One round:');
    for (const finding of await playRound(url, token)) tell(finding);
  }
  if (mobileMoneyUrl !== null && token) {
    print('Mobile money:');
    for (const finding of await askWallet({ ...subject, mobileMoneyUrl, token })) tell(finding);
  }
  const asked = findings.map(({ endpoint }) => endpoint);
  const left = all.filter((endpoint) => !asked.includes(endpoint));
  for (const endpoint of left) {
    const { method, path } = endpoint;
    print(`not asked  ${method} ${path}: ${whyNot(endpoint, subject)}`);
  }
  const differing = findings.filter(({ faults }) => faults.length > 0).length;
  print(`${findings.length} calls asked, ${differing} do not fit, ${left.length} not asked.`);
  return differing === 0;
}

/** Gives the reason why a call is not made as a read, or `null` if it is. */
function whyNot(endpoint: Endpoint, subject: Subject): string | null {
  const { token, mobileMoneyUrl, mayPay } = subject;
  const { base = 'product', effect, who, path } = endpoint;
  const isPaid = PAYMENT_CALLS.includes(endpoint);
  if (isPaid && !mayPay) return 'it needs --mobile-money and --pay';
  if (endpoint === postFundWallet)
    return `it is for an API without ${getCollection.method} ${getCollection.path}`;
  if (isPaid || WALLET_CALLS.includes(endpoint)) {
    return mobileMoneyUrl ? 'mobile money ended before it' : 'it needs --mobile-money';
  }
  if (base === 'mobileMoney') return 'it changes something';
  if (base !== 'product') return 'it is of another API';
  // A look-up may send a code by SMS, which is allowed because the user has named the number.
  if (effect !== 'safe' && path !== getUser.path) return 'it changes something';
  if (who !== 'anyone' && token === null) return 'it needs --token';
  const unknown = [...path.matchAll(/:(\w+)/g)].find(([, name]) => name !== 'phone');
  return unknown ? `nothing is known to put in place of ${unknown[0]}` : null;
}

function read(endpoint: Endpoint, { url, phone, token }: Subject): Promise<Finding> {
  return tryCall(url, { endpoint, params: { phone }, ...(token && { credential: bearer(token) }) });
}

function linesOf({ call, faults, remarks }: Finding): string[] {
  const details = [...faults, ...remarks].map((line) => `             ${line}`);
  return [`${faults.length > 0 ? 'DIFFERS' : 'fits'.padEnd(7)}    ${call}`, ...details];
}

const keyedBy = (token: string) => ({ credential: bearer(token), key: randomUUID() });

const LEVEL = 'easy';
/** How long the question is said to be shown. A server may refuse a shorter time. */
const ANSWER_MS = 1500;

/**
 * Plays the shortest possible round: one easy question is answered right, and then the round is left. Stops
 * at the first call that does not fit.
 */
async function playRound(url: string, token: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ask = async (endpoint: Endpoint, asked: Partial<Call> = {}) => {
    const finding = await tryCall(url, { ...asked, endpoint, ...keyedBy(token) });
    findings.push(finding);
    return finding.yes;
  };

  const categories = v.safeParse(getCategories.reply, await ask(getCategories));
  const category =
    categories.success && categories.output.status
      ? categories.output.data.find(({ isActive }) => isActive)
      : undefined;
  if (!category || !(await ask(getReducePlay))) return findings;

  const dealt = v.safeParse(
    getQuestions.reply,
    await ask(getQuestions, {
      params: { categoryId: category.id },
      query: { difficulty: LEVEL, size: String(QUESTIONS_PER_ROUND), page: '1' },
    }),
  );
  if (!dealt.success || !dealt.output.status) return findings;
  await ask(putCategoryPlay, { params: { categoryId: category.id } });

  await wait(ANSWER_MS);
  const { data: questions, meta } = dealt.output;
  const terms = meta?.round?.terms ?? termsFor(LEVEL, 0);
  const transcript = questions.slice(0, 1).map(({ id, answer }) => ({
    questionId: id,
    choice: answer,
    ms: ANSWER_MS,
    end: 'answered' as const,
  }));
  const { points, coins, right } = scoreTranscript(terms, questions, transcript);
  const counted = v.safeParse(
    postPoints.reply,
    await ask(postPoints, {
      body: {
        points,
        coins,
        score: right,
        ...(meta?.round && { round: { id: meta.round.id, transcript } }),
      },
    }),
  );
  const result = findings.at(-1);
  if (!counted.success || !counted.output.status || !result) return findings;
  const { awarded } = counted.output.data;
  if (awarded && (awarded.points !== points || awarded.coins !== coins)) {
    result.faults.push(
      `data.awarded: Expected ${points} points, ${coins} coins of what was played`,
    );
  }
  return findings;
}

/** The amount in naira: the least that SmartCash takes, and the price of a pack or plan on our own server. */
const AMOUNT = 100;

type Payer = { url: string; mobileMoneyUrl: string; token: string; phone: string; mayPay: boolean };

/**
 * Asks for a number's wallet and its charges, and if allowed for a payment and its status. An API without the
 * status call gets the specification's hint in its place (payments.md#an-api-without-the-status-call). Stops
 * at the first call that does not fit.
 */
async function askWallet(payer: Payer): Promise<Finding[]> {
  const { url, mobileMoneyUrl, token, phone, mayPay } = payer;
  const msisdn = `0${nationalDigits(phone)}`;
  const findings: Finding[] = [];
  const ask = async (base: string, endpoint: Endpoint, asked: Partial<Call>) => {
    const finding = await tryCall(base, { ...asked, endpoint, ...keyedBy(token) });
    findings.push(finding);
    return finding;
  };

  const found = await ask(mobileMoneyUrl, getWallet, { query: { msisdn } });
  const wallet = v.safeParse(getWallet.reply, found.yes);
  if (!wallet.success || !wallet.output.status) return findings;
  const told = await ask(mobileMoneyUrl, getCharges, { query: { msisdn, amount: `${AMOUNT}` } });
  const charges = v.safeParse(getCharges.reply, told.yes);
  if (!charges.success || !charges.output.status || !mayPay) return findings;

  const { accountId, ...names } = wallet.output.data;
  const { operatorCharge, serviceCharge } = charges.output.data;
  const own = newReference();
  const body = {
    name: [names.firstName, names.middleName, names.lastName].filter(Boolean).join(' '),
    ...{ msisdn, amount: AMOUNT, accountId, operatorCharge, serviceCharge },
    totalAmount: AMOUNT + operatorCharge + serviceCharge,
    reference: own,
  };
  const paid = await ask(mobileMoneyUrl, postCollection, { body });
  const queued = v.safeParse(postCollection.reply, paid.yes);
  if (!queued.success || !queued.output.status) return findings;
  const { data, status: isQueued } = queued.output;
  if (data.reference === null) {
    paid.remarks.push('it names no reference: what the app sent has to be kept as its own');
  }

  const reference = data.reference ?? own;
  const status = await ask(mobileMoneyUrl, getCollection, { params: { reference } });
  if (!status.faults.some((fault) => /^HTTP (404|405|501)\b/.test(fault))) return findings;
  // The status call is our addition. An API without it fits, but the payment's end can't be seen.
  status.faults = [];
  status.remarks.push('there is no such call: the app cannot see when it is paid');
  const hint = { reference, amount: AMOUNT, status: data.status ?? isQueued };
  await ask(url, postFundWallet, { body: hint });
  return findings;
}

/** A call that was made, and the faults of its answer. An answer without faults fits the contract. */
type Finding = {
  endpoint: Endpoint;
  call: string;
  faults: string[];
  /** Remarks that are no faults. */
  remarks: string[];
  /** The body of the answer, if it is a 'yes' that fits. */
  yes: unknown;
};

/** Makes a call of the API at a base, and compares the answer with the contract. */
async function tryCall(url: string, asked: Call): Promise<Finding> {
  const { endpoint, params = {} } = asked;
  const call = `${endpoint.method} ${pathOf(endpoint, params)}`;
  try {
    return {
      endpoint,
      call,
      ...judge(endpoint, await apiOver(overHttp(url))({ ...asked, base: '' })),
    };
  } catch (error) {
    const reason = error instanceof NotJson ? error.message : `no answer: ${reasonOf(error)}`;
    return { endpoint, call, ...fault(reason) };
  }
}

type Judgement = Omit<Finding, 'endpoint' | 'call'>;

function judge(endpoint: Endpoint, { status, body }: Reply): Judgement {
  const failure = v.safeParse(failureSchema, body);
  const isNo = failure.success && !failure.output.status;
  if (status >= 400) {
    const { code, message } = failure.success ? failure.output : {};
    return fault(
      `HTTP ${status}: ${code ?? 'no code'}: ${message ?? 'no message'}`,
      ...(isNo ? [] : ['the envelope of a failure has status: false']),
    );
  }
  const reply = readRows(endpoint.reply, body);
  if (!reply.success) return fault(...fieldsOf(reply.issues));
  if (reply.leftOut.length > 0) {
    return fault(
      ...fieldsOf(reply.leftOut).map((field) => `odd rows, which the app leaves out: ${field}`),
    );
  }
  return isNo ? judgeNo(endpoint, failure.output.code) : { faults: [], remarks: [], yes: body };
}

/** Judges a 'no', which fits if the contract has a 'no' for the endpoint. */
function judgeNo(endpoint: Endpoint, code: string | null | undefined): Judgement {
  const expected: string[] = codesOf(endpoint).filter((known) => statusesOf(known).includes(200));
  if (expected.length === 0) return fault(`a 'no' (${code ?? 'no code'}) where none is expected`);
  const isKnown = code && expected.includes(code);
  const remark = isKnown ? `a 'no': ${code}` : `a 'no' without a code of the contract: ${code}`;
  return { faults: [], remarks: [remark], yes: null };
}

function statusesOf(code: ErrorCode): readonly number[] {
  return ERROR_CODES[code].statuses;
}

function fault(...faults: string[]): Judgement {
  return { faults, remarks: [], yes: null };
}

/**
 * Lists the fields that do not fit. A field that is wrong in many rows is listed once, with the number of
 * rows.
 */
function fieldsOf(issues: readonly v.BaseIssue<unknown>[]): string[] {
  const groups = Map.groupBy(issues, (issue) => {
    return `${v.getDotPath(issue)?.replaceAll(/\d+/g, '*')} ${issue.message}`;
  });
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (!first) return [];
    const more = others.length > 0 ? ` (and ${others.length} more)` : '';
    return `${v.getDotPath(first) ?? 'the envelope'}: ${first.message}${more}`;
  });
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
}

export const USAGE = `npm run conformance -- URL --phone NUMBER [--token TOKEN [--play] [--mobile-money URL [--pay]] [--yes]]

  URL       the base of the product API, like https://api.example.ng/api/v2
  --phone   a number to look up; where the API signs in by code, one is sent to it
  --token   a session token: its player's reads are asked too
  --play    plays one round as that player, after asking; it takes a play and a few coins
  --mobile-money URL
            the base of the mobile-money service: whose wallet the number is and its charges are asked too
  --pay     asks that wallet for ₦100, after asking; its owner's yes on the phone pays it
  --yes     does not ask`;

/** An error of the command line, whose message says what is wrong. */
export class ArgumentError extends Error {
  override name = 'ArgumentError';
}

/** The arguments of the command line. */
type Arguments = Subject & { isAgreed: boolean };

/**
 * Reads the command line.
 * @returns `null` if help is asked for
 * @throws ArgumentError
 */
export function readArguments(args: string[]): Arguments | null {
  const { values, positionals } = parsed(args);
  if (values.help) return null;
  const [url, ...others] = positionals;
  if (url === undefined) throw new ArgumentError('The URL of the API is missing.');
  if (others.length > 0) throw new ArgumentError(`One URL, please: ${others[0]} is too much.`);
  requireUrl(url);
  if (values.phone === undefined) throw new ArgumentError('--phone is missing.');
  if (values.token?.trim() === '') throw new ArgumentError('--token is empty.');
  if (values.play && values.token === undefined) throw new ArgumentError('--play needs --token.');
  const wallets = values['mobile-money'];
  if (wallets !== undefined) {
    requireUrl(wallets);
    if (values.token === undefined) throw new ArgumentError('--mobile-money needs --token.');
  }
  if (values.pay && wallets === undefined) throw new ArgumentError('--pay needs --mobile-money.');
  return {
    url: withoutLastSlash(url),
    mobileMoneyUrl: wallets === undefined ? null : withoutLastSlash(wallets),
    phone: readPhone(values.phone),
    token: values.token ?? null,
    mayPlay: values.play ?? false,
    mayPay: values.pay ?? false,
    isAgreed: values.yes ?? false,
  };
}

function requireUrl(url: string): void {
  if (/^https?:\/\//.test(url) && URL.canParse(url)) return;
  throw new ArgumentError(`${url} is no address that starts with https:// or http://.`);
}

const withoutLastSlash = (url: string) => url.replace(/\/+$/, '');

function parsed(args: string[]) {
  const text = { type: 'string' } as const;
  const flag = { type: 'boolean' } as const;
  const asked = { phone: text, token: text, 'mobile-money': text };
  const options = { ...asked, play: flag, pay: flag, yes: flag, help: flag };
  try {
    return parseArgs({ args, allowPositionals: true, options });
  } catch (error) {
    throw new ArgumentError(error instanceof Error ? error.message : String(error));
  }
}

function readPhone(given: string): string {
  if (isStoredPhone(given)) return given;
  const reading = readTypedPhone(given);
  if ('message' in reading) throw new ArgumentError(`--phone ${given}: ${reading.message}.`);
  return reading.phone;
}
