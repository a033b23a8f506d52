import * as v from 'valibot';
import { timestampSchema } from '../../src/contract/envelope.ts';
import { PLANS, type Plan } from '../../src/rules/money.ts';
import { ProviderError } from './provider-error.ts';

/** A paid period as the operator reports it; times in epoch milliseconds. */
export type AirtimePeriod = { reference: string; plan: Plan; startsAt: number; endsAt: number };

/** What the operator says about a number's plan. */
export type AirtimeAnswer =
  | { outcome: 'active'; period: AirtimePeriod }
  | { outcome: 'none' | 'refused' | 'pending' };

/** An operator's billing by airtime. Both throw ProviderError when it does not answer. */
export type AirtimeBilling = {
  /** Asks for the running period of a plan; never charges. */
  verify: (phone: string, plan: Plan) => Promise<AirtimeAnswer>;
  /** Charges a plan, once for each reference. */
  subscribe: (phone: string, plan: Plan, reference: string) => Promise<AirtimeAnswer>;
};

/** As much of `fetch` as a provider needs. */
export type ProviderFetch = (
  url: string,
  init: {
    method: string;
    headers?: Record<string, string>;
    body?: string;
    signal: AbortSignal;
  },
) => Promise<Pick<Response, 'ok' | 'status' | 'json'>>;

const TIMEOUT_MS = 10_000;

const answerSchema = v.variant('status', [
  v.object({
    status: v.literal('active'),
    reference: v.optional(v.nullable(v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)))),
    plan: v.picklist(PLANS),
    startsAt: timestampSchema,
    endsAt: timestampSchema,
  }),
  v.object({ status: v.picklist(['none', 'refused', 'pending']) }),
]);

/** Operator billing over HTTP; `baseUrl` is asked for at each call. */
export function httpAirtimeBilling(baseUrl: () => string, fetch: ProviderFetch): AirtimeBilling {
  async function ask(phone: string, path: string, body?: object): Promise<AirtimeAnswer> {
    const init = body
      ? {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        }
      : { method: 'GET' };
    try {
      const signal = AbortSignal.timeout(TIMEOUT_MS);
      const response = await fetch(`${baseUrl()}${path}`, { ...init, signal });
      if (!response.ok) throw new Error(`operator billing answered ${response.status}`);
      return toAnswer(phone, v.parse(answerSchema, await response.json()));
    } catch (error) {
      const message = 'The operator did not answer. Please try again.';
      throw new ProviderError('billing/unavailable', message, error);
    }
  }

  return {
    verify: (phone, plan) => ask(phone, `/subscriptions/${phone}?plan=${plan}`),
    subscribe: (phone, plan, reference) => ask(phone, '/subscriptions', { phone, plan, reference }),
  };
}

function toAnswer(phone: string, answer: v.InferOutput<typeof answerSchema>): AirtimeAnswer {
  if (answer.status !== 'active') return { outcome: answer.status };
  const { reference, plan, startsAt, endsAt } = answer;
  const period = {
    reference: reference ?? phone,
    plan,
    startsAt: Date.parse(startsAt),
    endsAt: Date.parse(endsAt),
  };
  return { outcome: 'active', period };
}
