import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
} from '../../src/contract/endpoints/mobile-money.ts';
import { getUser } from '../../src/contract/endpoints/users.ts';
import { postFundWallet } from '../../src/contract/endpoints/webhooks.ts';
import { allEndpoints } from './all-endpoints.ts';
import { type Finding, tryCall } from './conformance-call.ts';
import { askWallet } from './conformance-pay.ts';
import { playRound } from './conformance-round.ts';

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
