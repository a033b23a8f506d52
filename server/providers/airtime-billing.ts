import * as v from 'valibot';
import { timestampSchema } from '../../src/contract/envelope.ts';
import { MINUTE_MS } from '../../src/rules/calendar.ts';
import { PLANS, type Plan } from '../../src/rules/money.ts';
import { type ProviderAnswer, ProviderError, type ProviderHttp } from './provider-http.ts';

/** The largest difference that we expect between the operator's clock and ours. */
export const CLOCKS_DIFFER_MS = 5 * MINUTE_MS;

/** A paid period as the operator reports it; times in epoch milliseconds. */
export type AirtimePeriod = { reference: string; plan: Plan; startsAt: number; endsAt: number };

/** The operator's answer about a number's plan. */
export type AirtimeAnswer =
  | { outcome: 'active'; period: AirtimePeriod }
  | { outcome: 'none' | 'refused' | 'pending' };

/** Airtime or data for a number, in naira. */
export type TopUp = {
  phone: string;
  kind: 'airtime' | 'data';
  naira: number;
  reference: string;
};

/** The status of a top-up: `none` if the operator does not know it. */
export type TopUpAnswer = { outcome: 'sent' | 'pending' | 'refused' | 'none' };

/**
 * An operator's billing by airtime. Every call throws ProviderError when the operator does not
 * answer.
 */
export type AirtimeBilling = {
  /** Asks for the running period of a plan, without charging. */
  verify: (phone: string, plan: Plan) => Promise<AirtimeAnswer>;
  /** Charges a plan, once for each reference. */
  subscribe: (phone: string, plan: Plan, reference: string) => Promise<AirtimeAnswer>;
  /** Ends the renewal of the number's plan. The paid period runs to its end. */
  cancel: (phone: string) => Promise<void>;
  /** Sends airtime or data to a number. Repeated calls with the same reference send it once. */
  topUp: (given: TopUp) => Promise<TopUpAnswer>;
  /** Asks for the status of a top-up, without sending it. */
  askTopUp: (reference: string) => Promise<TopUpAnswer>;
};

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

export function httpAirtimeBilling({ get, post, remove }: ProviderHttp): AirtimeBilling {
  return {
    verify: (phone, plan) => read(phone, get(`/subscriptions/${phone}?plan=${plan}`)),
    subscribe: (phone, plan, reference) =>
      read(phone, post('/subscriptions', { phone, plan, reference })),
    cancel: async (phone) => {
      try {
        const { status } = await remove(`/subscriptions/${phone}`);
        // A 404 means that no plan is left to renew.
        if (status !== 404) refuseFailure(status);
      } catch (error) {
        throw noAnswer(error);
      }
    },
    topUp: (given) => readTopUp(post('/top-ups', given)),
    askTopUp: (reference) => readTopUp(get(`/top-ups/${encodeURIComponent(reference)}`)),
  };
}

const topUpSchema = v.object({ status: v.picklist(['sent', 'pending', 'refused', 'none']) });

async function readTopUp(answer: Promise<ProviderAnswer>): Promise<TopUpAnswer> {
  try {
    const { status, text } = await answer;
    refuseFailure(status);
    return { outcome: v.parse(topUpSchema, JSON.parse(text)).status };
  } catch (error) {
    throw noAnswer(error);
  }
}

async function read(phone: string, answer: Promise<ProviderAnswer>): Promise<AirtimeAnswer> {
  try {
    const { status, text } = await answer;
    refuseFailure(status);
    return toAnswer(phone, v.parse(answerSchema, JSON.parse(text)));
  } catch (error) {
    throw noAnswer(error);
  }
}

function refuseFailure(status: number): void {
  if (status < 200 || status > 299) throw new Error(`operator billing answered ${status}`);
}

function noAnswer(cause: unknown): ProviderError {
  const message = 'The operator did not answer. Please try again.';
  return new ProviderError('billing/unavailable', message, cause);
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
