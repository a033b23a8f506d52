import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import * as v from 'valibot';
import { hmacSha512 } from '../../../server/crypto/hash.ts';
import { SANDBOX_CARD } from '../../../server/providers/open-providers.ts';
import type { Endpoint } from '../../../src/contract/endpoint.ts';
import {
  getCharges,
  getCollection,
  getWallet,
  postCollection,
} from '../../../src/contract/endpoints/mobile-money.ts';
import { getCardVerify, postExpected } from '../../../src/contract/endpoints/payments.ts';
import {
  getDailyVerify,
  getSubscribe,
  getWeeklyVerify,
} from '../../../src/contract/endpoints/subscriptions.ts';
import { postCardWebhook, postFundWallet } from '../../../src/contract/endpoints/webhooks.ts';
import { KOBO_PER_NAIRA } from '../../../src/rules/money.ts';
import { ask, Breach, callUntilAnswered, type Line, yes } from './call.ts';
import { type Purchase, phoneOf } from './purchase.ts';
import { EMAIL, signUp } from './sign-up.ts';

/** What the requests end with by which providers take money. */
export const CHARGE = ' charge';

const POLLED_EVERY_MS = 350;

/** What the window of the sandbox's card provider sends. */
export const POST_CHOICE = {
  method: 'POST',
  path: '/charges',
  who: 'anyone',
  effect: 'idempotent',
  reply: v.object({ status: v.boolean() }),
} as const satisfies Endpoint;

/** A player who buys. */
export class ChaosBuyer {
  /** `null` until they have signed up. */
  id: number | null = null;
  readonly purchases: readonly Purchase[];
  readonly #number: number;
  readonly #line: Line;
  #token = '';

  constructor(number: number, purchases: readonly Purchase[], line: Line) {
    this.#number = number;
    this.purchases = purchases;
    this.#line = line;
  }

  /** Throws Breach for an answer that the contract rules out, and what aborts the line. */
  async buyAll(): Promise<void> {
    const [plan, ...packs] = this.purchases;
    const isEarly = plan?.way === 'airtime' && this.#line.next() < 0.5;
    if (isEarly) await this.#subscribe(plan);
    const name = `buyer ${this.#number}`;
    const { id, token } = await signUp(this.#line, name, phoneOf(this.#number));
    this.id = id;
    this.#token = token;
    if (plan && !isEarly) await this.#buy(plan);
    await Promise.all(packs.map((pack) => this.#buy(pack)));
    if (plan?.way === 'airtime' && plan.isAskedAbout) await this.#verifyPlan(plan);
  }

  #buy(purchase: Purchase): Promise<void> {
    switch (purchase.way) {
      case 'airtime':
        return this.#subscribe(purchase);
      case 'card':
        return this.#payByCard(purchase);
      case 'mobile-money':
        return this.#payByMobileMoney(purchase);
    }
  }

  /** Without an account, by number alone. */
  async #subscribe(purchase: Purchase): Promise<void> {
    const name = `${nameOf(purchase)}${CHARGE}`;
    const plan = purchase.product === 'plan-daily' ? 'daily' : 'weekly';
    const answer = await callUntilAnswered(this.#line, {
      name,
      endpoint: getSubscribe,
      params: { phone: phoneOf(this.#number) },
      query: { plan },
      key: randomUUID(),
      ...(this.#token && { credential: this.#credential }),
    });
    // Another sending of the same call was quicker.
    if (answer.code !== 'subscription/active') yes(name, answer, getSubscribe);
  }

  /** The period that was just paid for is reported once more. */
  async #verifyPlan(purchase: Purchase): Promise<void> {
    await ask(this.#line, {
      name: `${nameOf(purchase)} verify`,
      endpoint: purchase.product === 'plan-daily' ? getDailyVerify : getWeeklyVerify,
      params: { phone: phoneOf(this.#number) },
      credential: this.#credential,
    });
  }

  async #payByCard(purchase: Purchase): Promise<void> {
    const { id: reference, product, isDeclined, isAskedAbout } = purchase;
    const name = nameOf(purchase);
    const { data: price } = await ask(this.#line, {
      name: `${name} expected`,
      endpoint: postExpected,
      key: randomUUID(),
      credential: this.#credential,
      body: { product, provider: 'card', reference },
    });
    const metadata = { userId: String(this.id) };
    const charge = { amount: price.totalKobo, currency: 'NGN', metadata };
    const chosen = await callUntilAnswered(this.#line, {
      name: `${name}${CHARGE}`,
      base: '/sandbox/card',
      endpoint: POST_CHOICE,
      body: {
        choice: isDeclined ? 'decline' : 'pay',
        key: SANDBOX_CARD.publicKey,
        ref: reference,
        email: EMAIL,
        ...charge,
      },
    });
    // Of a payment that it has taken the provider takes no other sending.
    if (chosen.status !== 400) yes(`${name}${CHARGE}`, chosen, POST_CHOICE);
    if (purchase.isReported && !isDeclined) {
      const body = { event: 'charge.success', data: { reference, status: 'success', ...charge } };
      const payload = Buffer.from(JSON.stringify(body));
      const signature = hmacSha512(SANDBOX_CARD.secretKey, payload);
      const headers = { 'x-paystack-signature': signature };
      await ask(this.#line, { name: `${name} report`, endpoint: postCardWebhook, body, headers });
    }
    if (!isAskedAbout) return;
    const answer = await callUntilAnswered(this.#line, {
      name: `${name} verify`,
      endpoint: getCardVerify,
      params: { reference },
      credential: this.#credential,
    });
    if (!isDeclined) yes(`${name} verify`, answer, getCardVerify);
    else if (answer.code !== 'payment/failed') throw new Breach(`${name}: paid, yet declined`);
  }

  async #payByMobileMoney(purchase: Purchase): Promise<void> {
    const { id: reference, product, msisdn, kobo, isAskedAbout, isReported } = purchase;
    const name = nameOf(purchase);
    const credential = this.#credential;
    const amount = kobo / KOBO_PER_NAIRA;
    const look = (what: string) => ({ name: `${name} ${what}`, credential });
    const { data: wallet } = await ask(this.#line, {
      ...look('wallet'),
      endpoint: getWallet,
      query: { msisdn },
    });
    const { data: charges } = await ask(this.#line, {
      ...look('charges'),
      endpoint: getCharges,
      query: { msisdn, amount: String(amount) },
    });
    const totalAmount = amount + charges.operatorCharge + charges.serviceCharge;
    const { accountId, firstName } = wallet;
    const order = { name: firstName ?? '', msisdn, amount, accountId, totalAmount, ...charges };
    await ask(this.#line, {
      name: `${name}${CHARGE}`,
      credential,
      endpoint: postCollection,
      key: randomUUID(),
      body: { ...order, product, reference },
    });
    if (isReported) {
      const hint = { name: `${name} hint`, endpoint: postFundWallet, body: { reference } };
      await ask(this.#line, hint);
    }
    if (isAskedAbout) await this.#poll(purchase);
  }

  async #poll(purchase: Purchase): Promise<void> {
    const name = `${nameOf(purchase)} status`;
    const ended = purchase.isDeclined ? 'failed' : 'success';
    const asking = {
      name,
      endpoint: getCollection,
      params: { reference: purchase.id },
      credential: this.#credential,
    };
    for (;;) {
      const { status } = (await ask(this.#line, asking)).data;
      if (status === ended) return;
      if (status !== 'pending') throw new Breach(`${name}: ${status} in place of ${ended}`);
      await wait(POLLED_EVERY_MS, undefined, { signal: this.#line.signal });
    }
  }

  readonly #credential = () => `Bearer ${this.#token}`;
}

function nameOf({ buyer, number }: Purchase): string {
  return `buyer ${buyer} purchase ${number}`;
}
