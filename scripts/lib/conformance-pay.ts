import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import type { Endpoint } from '../../src/contract/endpoint.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
} from '../../src/contract/endpoints/mobile-money.ts';
import { postFundWallet } from '../../src/contract/endpoints/webhooks.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import { nationalDigits } from '../../src/rules/phone.ts';
import { type Asked, type Finding, tryCall } from './conformance-call.ts';

/** In naira: the least that SmartCash takes, and a pack or a plan at our own prices. */
const AMOUNT = 100;

type Payer = { url: string; mobileMoneyUrl: string; token: string; phone: string; mayPay: boolean };

/**
 * Asks whose wallet a number is and for its charges; where that may be, for a payment, and how it
 * stands: by the hint of the specification where there is no call for that (flows.md#an-api-without-the-status-call).
 * It ends at the first call that does not fit.
 */
export async function askWallet(payer: Payer): Promise<Finding[]> {
  const { url, mobileMoneyUrl, token, phone, mayPay } = payer;
  const msisdn = `0${nationalDigits(phone)}`;
  const findings: Finding[] = [];
  const ask = async (base: string, endpoint: Endpoint, asked: Asked) => {
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
