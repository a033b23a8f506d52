import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { getCategories } from '../../src/contract/categories.ts';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import { putCategoryPlay } from '../../src/contract/endpoints/category-plays.ts';
import { getQuestions, getReducePlay } from '../../src/contract/endpoints/rounds.ts';
import { getUser } from '../../src/contract/endpoints/users.ts';
import { postFundWallet } from '../../src/contract/endpoints/webhooks.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
} from '../../src/contract/mobile-money.ts';
import { postPoints } from '../../src/contract/points.ts';
import { QUESTIONS_PER_ROUND } from '../../src/rules/levels.ts';
import { nationalDigits } from '../../src/rules/phone.ts';
import { scoreTranscript } from '../../src/rules/round.ts';
import { termsFor } from '../../src/rules/scoring.ts';
import { allEndpoints } from './all-endpoints.ts';
import { type ConformanceCall, type Finding, tryCall } from './player/player.ts';

/** An API and what may be asked of it. */
export type Subject = {
  /** The base of the product API, without a last slash. */
  url: string;
  /** 234 and ten digits. */
  phone: string;
  /** A player's token. */
  token: string | null;
  /** Whether a round may be played with it. */
  mayPlay: boolean;
  /** The base of the mobile-money service, without a last slash; `null` where it is not asked. */
  mobileMoneyUrl: string | null;
  /** Whether the number's wallet may be asked for a payment. */
  mayPay: boolean;
};

/** What `askWallet` asks, and what it asks only where it may pay. */
const WALLET_CALLS: readonly Endpoint[] = [getWallet, getCharges];
const PAYMENT_CALLS: readonly Endpoint[] = [postCollection, getCollection, postFundWallet];

/**
 * Asks an API every call that changes nothing, and says of each call whether the answer fits.
 * @returns whether all that were asked do
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

/** Why a call is not among the reads, and is asked nowhere else where it is not; or `null`. */
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
  // A look-up may send the number a code: whoever names a number has asked for that.
  if (effect !== 'safe' && path !== getUser.path) return 'it changes something';
  if (who !== 'anyone' && token === null) return 'it needs --token';
  const unknown = [...path.matchAll(/:(\w+)/g)].find(([, name]) => name !== 'phone');
  return unknown ? `nothing is known to put in place of ${unknown[0]}` : null;
}

function read(endpoint: Endpoint, { url, phone, token }: Subject): Promise<Finding> {
  return tryCall(url, endpoint, {
    params: { phone },
    ...(token && { headers: { Authorization: `Bearer ${token}` } }),
  });
}

function linesOf({ call, faults, remarks }: Finding): string[] {
  const details = [...faults, ...remarks].map((line) => `             ${line}`);
  return [`${faults.length > 0 ? 'DIFFERS' : 'fits'.padEnd(7)}    ${call}`, ...details];
}

const LEVEL = 'easy';
/** How long the one question is looked at: an honest server checks it. */
const ANSWER_MS = 1500;

/**
 * Plays the shortest round there is: one easy question, answered right, then the round is left.
 * It ends at the first call that does not fit.
 */
async function playRound(url: string, token: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  const ask = async (endpoint: Endpoint, asked: ConformanceCall = {}) => {
    const headers = { Authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: randomUUID() };
    const finding = await tryCall(url, endpoint, { ...asked, headers });
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

/** In naira: the least that SmartCash takes, and a pack or a plan at our own prices. */
const AMOUNT = 100;

type Payer = { url: string; mobileMoneyUrl: string; token: string; phone: string; mayPay: boolean };

/**
 * Asks whose wallet a number is and for its charges; where that may be, for a payment, and how it
 * stands: by the hint of the specification where there is no call for that (payments.md#an-api-without-the-status-call).
 * It ends at the first call that does not fit.
 */
async function askWallet(payer: Payer): Promise<Finding[]> {
  const { url, mobileMoneyUrl, token, phone, mayPay } = payer;
  const msisdn = `0${nationalDigits(phone)}`;
  const findings: Finding[] = [];
  const ask = async (base: string, endpoint: Endpoint, asked: ConformanceCall) => {
    const headers = { Authorization: `Bearer ${token}`, [IDEMPOTENCY_HEADER]: randomUUID() };
    const finding = await tryCall(base, endpoint, { ...asked, headers });
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
  const own = `FOM-${randomUUID().replaceAll('-', '').slice(0, 18)}`;
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
  // An addition of ours: without it nothing is wrong, and little is seen.
  status.faults = [];
  status.remarks.push('there is no such call: the app cannot see when it is paid');
  const hint = { reference, amount: AMOUNT, status: data.status ?? isQueued };
  await ask(url, postFundWallet, { body: hint });
  return findings;
}
