import * as v from 'valibot';
import type { ProviderAnswer, ProviderHttp } from './provider-http.ts';

/** A payment whose money is to go back, all of it. */
export type CardRefund = { reference: string; kobo: number };

export type RefundAnswer = { outcome: 'sent' } | { outcome: 'refused'; message: string };

const transactionSchema = v.object({
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
const refusedSchema = v.object({ status: v.literal(false), message: v.string() });

/**
 * Has a payment's money sent back. The provider knows no key that makes this happen once: each
 * refund carries a note of ours, and is asked for only where none has it yet.
 */
export async function refundCard(
  { get, post }: ProviderHttp,
  { reference, kobo }: CardRefund,
): Promise<RefundAnswer> {
  const path = `/transaction/verify/${encodeURIComponent(reference)}`;
  const { data } = read(transactionSchema, await get(path));
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
