import * as v from 'valibot';
import { orProviderError, type ProviderAnswer, type ProviderHttp } from './provider-http.ts';

/**
 * A completed payment by card, in kobo. `buyerId` is the player that the payment names, or `null`.
 */
type CardPayment = {
  reference: string;
  kobo: number;
  currency: string;
  buyerId: string | null;
  /**
   * The provider's mark of the card, the same for everyone who pays by that card. Left out if the
   * provider gives no mark.
   */
  card?: string;
};

/** The status of a payment at the provider: `none` if nobody has paid or tried to pay yet. */
export type CardAnswer =
  | { outcome: 'paid'; payment: CardPayment }
  | { outcome: 'failed' | 'pending' | 'none' };

/**
 * A provider of card payments. Every call throws ProviderError when the provider does not answer.
 */
export type CardProvider = {
  /** Asks for the status of a payment, without charging. */
  verify: (reference: string) => Promise<CardAnswer>;
  /**
   * The authorization to charge the payment's card again. `null` if the card can't be charged
   * again.
   */
  findAuthorization: (reference: string) => Promise<CardAuthorization | null>;
  /**
   * Charges a card again, once for each reference. A reference that was used before also gives
   * `pending`.
   */
  charge: (card: CardAuthorization, charge: CardCharge) => Promise<CardAnswer>;
  /** Refunds a payment. Repeated calls refund it once. */
  refund: (wanted: CardRefund) => Promise<RefundAnswer>;
};

/** A card that its owner allowed us to charge again. It must not appear in any reply or log. */
export type CardAuthorization = { code: string; email: string };

/** A charge, in kobo, for which the player sees no payment window. */
type CardCharge = { reference: string; kobo: number; buyerId: number };

const transactionSchema = v.object({
  reference: v.pipe(v.string(), v.regex(/^[\x20-\x7e]{1,100}$/)),
  status: v.string(),
  amount: v.pipe(v.number(), v.integer()),
  currency: v.string(),
  metadata: v.optional(v.unknown()),
  authorization: v.optional(v.unknown()),
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

const authorizedSchema = v.object({
  data: v.object({
    status: v.literal('success'),
    authorization: v.object({
      authorization_code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)),
      reusable: v.literal(true),
    }),
    customer: v.object({ email: v.pipe(v.string(), v.nonEmpty(), v.maxLength(300)) }),
  }),
});

const signedSchema = v.object({
  signature: v.pipe(v.string(), v.regex(/^[\x21-\x7e]{1,200}$/)),
});

const refusedSchema = v.object({ status: v.literal(false), message: v.string() });

const answered = orProviderError(
  'card/unavailable',
  'The card provider did not answer. Please try again.',
);

/** A provider with Paystack's interface. */
export function httpCard(http: ProviderHttp): CardProvider {
  const { get, post } = http;
  const ask = (reference: string) => get(`/transaction/verify/${encodeURIComponent(reference)}`);
  return {
    verify: (reference) => answered(async () => readAnswer(await ask(reference), reference)),
    findAuthorization: (reference) =>
      answered(async () => {
        const answer = await ask(reference);
        if (readAnswer(answer, reference).outcome !== 'paid') return null;
        const read = v.safeParse(authorizedSchema, JSON.parse(answer.text));
        if (!read.success) return null;
        const { authorization, customer } = read.output.data;
        return { code: authorization.authorization_code, email: customer.email };
      }),
    charge: ({ code, email }, { reference, kobo, buyerId }) =>
      answered(async () => {
        const answer = await post('/transaction/charge_authorization', {
          authorization_code: code,
          email,
          amount: kobo,
          currency: 'NGN',
          reference,
          metadata: { userId: String(buyerId), type: 'subscription' },
        });
        return readCharged(answer, reference);
      }),
    refund: (wanted) => answered(() => refundCard(http, wanted)),
  };
}

/** The payment in a `charge.success` event. `null` if the event has no completed payment. */
export function readCharge(data: unknown): CardPayment | null {
  const read = v.safeParse(transactionSchema, data);
  return read.success && read.output.status === 'success' ? toPayment(read.output) : null;
}

/**
 * Reads the answer to a charge. A duplicate reference means that the charge was sent before, so it
 * is pending until its outcome is asked for.
 */
function readCharged(answer: ProviderAnswer, reference: string): CardAnswer {
  if (answer.status !== 400) return readAnswer(answer, reference);
  const { message } = v.parse(refusedSchema, JSON.parse(answer.text));
  return { outcome: /duplicate/i.test(message) ? 'pending' : 'failed' };
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
    // The provider says `abandoned` when the payment window was closed, or is still being filled
    // in.
    case 'abandoned':
      return { outcome: 'none' };
    default:
      return { outcome: 'pending' };
  }
}

function toPayment(transaction: Transaction): CardPayment {
  const { reference, amount, currency, metadata, authorization } = transaction;
  const card = v.safeParse(signedSchema, authorization);
  return {
    reference,
    kobo: amount,
    currency,
    buyerId: buyerOf(metadata),
    ...(card.success && { card: card.output.signature }),
  };
}

/**
 * The provider returns metadata as an object or as JSON text. The text is empty if there is no
 * metadata.
 */
function buyerOf(metadata: unknown): string | null {
  try {
    const given: unknown = typeof metadata === 'string' ? JSON.parse(metadata) : metadata;
    const read = v.safeParse(buyerSchema, given);
    return read.success ? read.output.userId : null;
  } catch {
    return null;
  }
}

/** A payment to be refunded in full. */
type CardRefund = { reference: string; kobo: number };

type RefundAnswer = { outcome: 'sent' } | { outcome: 'refused'; message: string };

const refundedTransactionSchema = v.object({
  status: v.literal(true),
  data: v.object({ id: v.union([v.number(), v.string()]), reference: v.string() }),
});

const listSchema = v.object({
  status: v.literal(true),
  data: v.array(
    v.object({ merchant_note: v.optional(v.nullable(v.string())), status: v.string() }),
  ),
});

const sentSchema = v.object({ status: v.literal(true) });

/**
 * Asks the provider to refund a payment. The provider has no idempotency key for refunds. Each
 * refund therefore carries a note of ours, and is asked for only if no refund with this note
 * exists, apart from failed ones.
 */
async function refundCard(
  { get, post }: ProviderHttp,
  { reference, kobo }: CardRefund,
): Promise<RefundAnswer> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const { data } = read(refundedTransactionSchema, await get(path));
  if (data.reference !== reference) {
    throw new Error('the card provider answered about another payment');
  }
  const note = `Refund of ${reference}`;
  const list = read(listSchema, await get(`/refund?transaction=${encodeURIComponent(data.id)}`));
  const isSent = list.data.some(
    ({ merchant_note, status }) => merchant_note === note && status !== 'failed',
  );
  if (isSent) return { outcome: 'sent' };
  const wanted = { transaction: reference, amount: kobo, merchant_note: note };
  const answer = await post('/refund', wanted);
  const reply: unknown = JSON.parse(answer.text);
  if (answer.status === 400 && v.is(refusedSchema, reply)) {
    return { outcome: 'refused', message: reply.message };
  }
  read(sentSchema, answer);
  return { outcome: 'sent' };
}

function read<T extends v.GenericSchema>(
  schema: T,
  { status, text }: ProviderAnswer,
): v.InferOutput<T> {
  if (status < 200 || status > 299) throw new Error(`the card provider answered ${status}`);
  return v.parse(schema, JSON.parse(text));
}
