import * as v from 'valibot';
import type { DisputeState } from '../database/money-tables.ts';
import type { Trx } from '../database/tables.ts';
import { lockCredit } from './credit.ts';
import { enterDispute } from './disputes.ts';
import { enterRefund } from './refund.ts';
import { keepReport } from './reports.ts';

const text = v.optional(v.nullable(v.string()));
const amount = v.optional(
  v.nullable(v.pipe(v.union([v.number(), v.string()]), v.transform(Number))),
);

const undoneSchema = v.object({
  id: v.optional(v.nullable(v.union([v.number(), v.string()]))),
  reference: text,
  transaction_reference: text,
  amount,
  refund_amount: amount,
  currency: text,
  status: text,
  resolution: text,
  transaction: v.optional(v.nullable(v.object({ reference: text, amount, currency: text }))),
});

type Undone = v.InferOutput<typeof undoneSchema>;

/** An event of the card provider: what happened, and to what. */
export type CardEvent = { event: string; data: object };

const UNDOING = new Set(['refund.processed', 'charge.dispute.create', 'charge.dispute.resolve']);

/**
 * Takes a payment back as the provider tells that it was, refunded or disputed by its payer, and
 * gives it back where the dispute was declined. Every such event is kept for the operator; of
 * another sum or currency it is that alone.
 */
export async function enterCardEvent(trx: Trx, said: CardEvent, now: number): Promise<void> {
  const { event, data } = said;
  const read = v.safeParse(undoneSchema, data);
  const about: Undone = read.success ? read.output : {};
  const { transaction, transaction_reference, reference: own } = about;
  const reference = transaction_reference ?? transaction?.reference ?? own ?? '';
  const keep = (what: string) => keepEvent(trx, { reference, event: what, data }, now);
  const credit = UNDOING.has(event) ? await lockCredit(trx, cut(reference)) : null;
  if (credit?.way !== 'card') return keep(event);
  const state = event === 'refund.processed' ? null : stateOf(event, about);
  const sums = [about.refund_amount, about.amount, transaction?.amount];
  // What was declined sends nothing back.
  const sum = sums.find((one) => (state === 'won' ? one : one !== null && one !== undefined));
  const currency = about.currency ?? transaction?.currency;
  if (sum !== credit.kobo || currency !== credit.currency) return keep(`${event}, mismatched`);
  if (state !== null) {
    await enterDispute(trx, credit, { id: cut(String(about.id ?? '')), state }, now);
  } else {
    await enterRefund(trx, credit, now);
  }
  await keep(event);
}

/** Keeps an event of the card provider for the operator, without what is the payer's own. */
export async function keepEvent(
  trx: Trx,
  { reference, event, data }: CardEvent & { reference: string },
  now: number,
): Promise<void> {
  const report = { reference: cut(reference), what: cut(event), body: withoutPayer(data) };
  await keepReport(trx, report, now);
}

/** How a dispute stands: it has ended where the provider says so, and how. */
function stateOf(event: string, { status, resolution }: Undone): DisputeState {
  const hasEnded = event === 'charge.dispute.resolve' && (status ?? 'resolved') === 'resolved';
  if (!hasEnded) return 'open';
  if (resolution === 'declined') return 'won';
  return resolution === 'merchant-accepted' ? 'lost' : 'open';
}

/** Under these the provider has what charges the card again, and who paid, in their own words too. */
const PAYERS_OWN = new Set([
  'authorization',
  'customer',
  'evidence',
  'history',
  'ip_address',
  'last4',
  'log',
  'messages',
]);

/** Reports outlive accounts: the payment's reference leads to its player for as long as there is one. */
function withoutPayer(data: object): Record<string, unknown> {
  return JSON.parse(
    JSON.stringify(data, (key, value) => (PAYERS_OWN.has(key) ? undefined : value)),
  );
}

const MAX_CHARS = 100;

function cut(given: string): string {
  return given.replaceAll('\0', '').toWellFormed().slice(0, MAX_CHARS);
}
