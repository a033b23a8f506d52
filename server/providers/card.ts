import * as v from 'valibot';
import { type CardRefund, type RefundAnswer, refundCard } from './card-refund.ts';
import { ProviderError } from './provider-error.ts';
import type { ProviderAnswer, ProviderHttp } from './provider-http.ts';

/** A payment by card that was taken, in kobo, and the player whom it names, if it names one. */
export type CardPayment = {
  reference: string;
  kobo: number;
  currency: string;
  buyerId: string | null;
};

/** How a payment stands with the provider: `none` where nobody has paid or tried to yet. */
export type CardAnswer =
  | { outcome: 'paid'; payment: CardPayment }
  | { outcome: 'failed' | 'pending' | 'none' };

/** A provider of card payments. It throws ProviderError when it does not answer. */
export type CardProvider = {
  /** Asks how a payment stands; never charges. */
  verify: (reference: string) => Promise<CardAnswer>;
  /** Sends a payment's money back, once, however often it is asked for. */
  refund: (wanted: CardRefund) => Promise<RefundAnswer>;
};

const transactionSchema = v.object({
  reference: v.pipe(v.string(), v.maxLength(100)),
  status: v.string(),
  amount: v.pipe(v.number(), v.integer()),
  currency: v.string(),
  metadata: v.optional(v.unknown()),
});

type Transaction = v.InferOutput<typeof transactionSchema>;

const foundSchema = v.object({ status: v.literal(true), data: transactionSchema });

const unknownSchema = v.object({
  status: v.literal(false),
  message: v.pipe(v.string(), v.regex(/not found/i)),
});

const buyerSchema = v.object({
  userId: v.pipe(v.union([v.string(), v.number()]), v.transform(String)),
});

/** A provider with Paystack's interface. */
export function httpCard(http: ProviderHttp): CardProvider {
  return {
    verify: async (reference) => {
      try {
        const answer = await http.get(`/transaction/verify/${encodeURIComponent(reference)}`);
        return readAnswer(answer, reference);
      } catch (error) {
        throw noAnswer(error);
      }
    },
    refund: async (wanted) => {
      try {
        return await refundCard(http, wanted);
      } catch (error) {
        throw noAnswer(error);
      }
    },
  };
}

function noAnswer(cause: unknown): ProviderError {
  const message = 'The card provider did not answer. Please try again.';
  return new ProviderError('card/unavailable', message, cause);
}

/** The payment that a `charge.success` is about, `null` where it tells of none that was taken. */
export function readCharge(data: unknown): CardPayment | null {
  const read = v.safeParse(transactionSchema, data);
  return read.success && read.output.status === 'success' ? toPayment(read.output) : null;
}

function readAnswer({ status, text }: ProviderAnswer, reference: string): CardAnswer {
  const reply: unknown = JSON.parse(text);
  if ((status === 400 || status === 404) && v.is(unknownSchema, reply)) return { outcome: 'none' };
  if (status !== 200) throw new Error(`the card provider answered ${status}`);
  const { data } = v.parse(foundSchema, reply);
  if (data.reference !== reference) {
    throw new Error('the card provider answered about another payment');
  }
  switch (data.status) {
    case 'success':
      return { outcome: 'paid', payment: toPayment(data) };
    case 'failed':
    case 'reversed':
      return { outcome: 'failed' };
    // Its word for a window that was left, or that is being filled in still.
    case 'abandoned':
      return { outcome: 'none' };
    default:
      return { outcome: 'pending' };
  }
}

function toPayment({ reference, amount, currency, metadata }: Transaction): CardPayment {
  return { reference, kobo: amount, currency, buyerId: buyerOf(metadata) };
}

/** The provider gives metadata back as an object or as its JSON, an empty text without any. */
function buyerOf(metadata: unknown): string | null {
  try {
    const given: unknown = typeof metadata === 'string' ? JSON.parse(metadata) : metadata;
    const read = v.safeParse(buyerSchema, given);
    return read.success ? read.output.userId : null;
  } catch {
    return null;
  }
}
