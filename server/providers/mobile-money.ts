import * as v from 'valibot';
import { KOBO_PER_NAIRA, MOBILE_MONEY_MIN_NAIRA, type Platform } from '../../src/rules/money.ts';
import { type ProviderAnswer, ProviderError, type ProviderHttp } from './provider-http.ts';

/**
 * The holder of a number's wallet. The names and the account are for the service alone, and no
 * reply has them.
 */
export type FoundWallet = { names: string[]; accountId: string; platform: Platform };

/** The charges of operator and service on top of an amount, in kobo. */
export type AddedCharges = { operatorKobo: number; serviceKobo: number };

/** A payment that a wallet's owner is asked for, in kobo before charges. */
export type Collection = AddedCharges & {
  reference: string;
  msisdn: string;
  name: string;
  accountId: string;
  kobo: number;
};

/** The status of a collection: `unknown` if the service has no collection of that reference. */
export type CollectionStatus =
  | { status: 'pending' | 'failed' | 'unknown' }
  | { status: 'success'; kobo: number };

/**
 * A service that collects by mobile money. Every call throws ProviderError when the service does
 * not answer.
 */
export type MobileMoney = {
  search: (msisdn: string) => Promise<FoundWallet | null>;
  charges: (msisdn: string, kobo: number) => Promise<AddedCharges>;
  /** Sends the confirmation prompt (DOI) to the phone, once for each reference. */
  pay: (collection: Collection) => Promise<'queued' | 'refused'>;
  status: (reference: string) => Promise<CollectionStatus>;
  sendDoi: (reference: string) => Promise<'sent' | 'refused'>;
};

const kobo = v.pipe(
  v.number(),
  v.minValue(0),
  v.transform((naira) => naira * KOBO_PER_NAIRA),
  v.check((exact) => Math.abs(exact - Math.round(exact)) < 1e-6, 'is no whole kobo'),
  v.transform(Math.round),
  v.safeInteger(),
);

const walletSchema = v.object({
  firstName: v.nullish(v.string(), ''),
  middleName: v.nullish(v.string(), ''),
  lastName: v.nullish(v.string(), ''),
  accountId: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  platform: v.picklist(Object.keys(MOBILE_MONEY_MIN_NAIRA) as Platform[]),
});

const chargesSchema = v.object({ operatorCharge: kobo, serviceCharge: kobo });

/** The answer must be about the payment that was asked for. */
const statusSchema = (asked: string) => {
  const reference = v.literal(asked);
  return v.variant('status', [
    v.object({ reference, status: v.literal('success'), amount: kobo }),
    v.object({ reference, status: v.picklist(['pending', 'failed']) }),
  ]);
};

/** The message when the service's answer gives no better message. */
export const UNABLE_TO_COMPLETE = 'Unable to complete at the moment';

/** The collection service over HTTP, in naira (go-live.md#the-mobile-money-service). */
export function httpMobileMoney({ get, post }: ProviderHttp): MobileMoney {
  return {
    async search(msisdn) {
      const said = 'The mobile-money service did not answer. Please try again.';
      const found = await read(get(`/collections/search?msisdn=${msisdn}`), walletSchema, said);
      if (found === null) return null;
      const { firstName, middleName, lastName, accountId, platform } = found.data;
      const names = `${firstName} ${middleName} ${lastName}`.split(/\s+/).filter(Boolean);
      return { names, accountId, platform };
    },
    async charges(msisdn, amount) {
      const path = `/charges?msisdn=${msisdn}&amount=${amount / KOBO_PER_NAIRA}`;
      const charged = await read(get(path), chargesSchema, UNABLE_TO_COMPLETE);
      if (charged === null) throw unavailable(UNABLE_TO_COMPLETE, 'it names no charges');
      const { operatorCharge, serviceCharge } = charged.data;
      return { operatorKobo: operatorCharge, serviceKobo: serviceCharge };
    },
    async pay({ reference, msisdn, name, accountId, kobo: amount, operatorKobo, serviceKobo }) {
      const sent = {
        reference,
        msisdn,
        name,
        accountId,
        amount: amount / KOBO_PER_NAIRA,
        operatorCharge: operatorKobo / KOBO_PER_NAIRA,
        serviceCharge: serviceKobo / KOBO_PER_NAIRA,
        totalAmount: (amount + operatorKobo + serviceKobo) / KOBO_PER_NAIRA,
      };
      const ours = v.object({ reference: v.literal(reference) });
      const queued = await read(post('/collections/pay', sent), ours, UNABLE_TO_COMPLETE);
      return queued === null ? 'refused' : 'queued';
    },
    async status(reference) {
      const said = 'Unable to verify payment';
      const stands = await read(get(`/collections/${reference}`), statusSchema(reference), said);
      if (stands === null) return { status: 'unknown' };
      const { data } = stands;
      return data.status === 'success' ? { status: 'success', kobo: data.amount } : data;
    },
    async sendDoi(reference) {
      const sent = post(`/collections/${reference}/doi`, {});
      const answer = await read(sent, v.optional(v.unknown()), 'unable to resend DOI');
      return answer === null ? 'refused' : 'sent';
    },
  };
}

/**
 * Statuses with which a service refuses a call. After other statuses it is unknown what the service
 * did.
 */
const NO = new Set([200, 400, 402, 404, 409, 422]);

/**
 * The `data` of an answer, or `null` if the service refused. Throws a ProviderError that has no
 * part of the answer in it.
 */
async function read<Schema extends v.GenericSchema>(
  answer: Promise<ProviderAnswer>,
  schema: Schema,
  message: string,
): Promise<{ data: v.InferOutput<Schema> } | null> {
  const { status, text } = await answer.catch((cause) => {
    throw new ProviderError('mobile-money/unavailable', message, cause);
  });
  const envelope = v.pipe(v.string(), v.parseJson(), v.object({ status: v.boolean() }));
  const said = v.safeParse(envelope, text);
  if (said.success && !said.output.status && NO.has(status)) return null;
  if (!said.success || !said.output.status || status < 200 || status > 299) {
    throw unavailable(message, `it answered ${status}`);
  }
  const data = v.safeParse(schema, JSON.parse(text).data);
  if (!data.success) throw unavailable(message, 'its answer has another shape');
  return { data: data.output };
}

/**
 * The error that is thrown leaves out the service's answer, because the answer has names and
 * numbers in it and the error is logged.
 */
function unavailable(message: string, why: string): ProviderError {
  return new ProviderError('mobile-money/unavailable', message, new Error(`mobile money: ${why}`));
}
