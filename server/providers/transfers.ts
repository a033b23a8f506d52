import * as v from 'valibot';
import { orProviderError, type ProviderAnswer, type ProviderHttp } from './provider-http.ts';

/** Money for a bank account. `reference` has 16 to 50 small letters, digits and hyphens. */
export type Transfer = {
  reference: string;
  kobo: number;
  accountNumber: string;
  bankCode: string;
  accountName: string;
};

/**
 * The status of a transfer. `none` means that the provider does not know it, `refused` that the
 * provider does not accept it now (no balance, for example), `bad-account` that no money can be
 * sent to the account.
 */
export type TransferAnswer =
  | { outcome: 'paid' | 'pending' | 'none' }
  | { outcome: 'failed' | 'refused' | 'bad-account'; message: string };

/**
 * A provider that pays out to bank accounts. Every call throws ProviderError when the provider does
 * not answer.
 */
export type Transfers = {
  /** Sends a transfer. Repeated calls with the same reference send it once. */
  send: (transfer: Transfer) => Promise<TransferAnswer>;
  /** Asks for the status of a transfer of this many kobo, without sending it. */
  ask: (transfer: Pick<Transfer, 'reference' | 'kobo'>) => Promise<TransferAnswer>;
};

const recipientSchema = v.object({
  status: v.literal(true),
  data: v.object({ recipient_code: v.pipe(v.string(), v.nonEmpty(), v.maxLength(100)) }),
});

const transferSchema = v.object({
  status: v.literal(true),
  data: v.object({
    reference: v.string(),
    amount: v.pipe(v.number(), v.integer()),
    status: v.string(),
    reason: v.optional(v.nullable(v.string())),
  }),
});

const noSchema = v.object({ status: v.literal(false), message: v.string() });

const answered = orProviderError('card/unavailable', 'The payment provider did not answer');

/** A provider with Paystack's interface. */
export function httpTransfers({ get, post }: ProviderHttp): Transfers {
  return {
    send: (transfer) =>
      answered(async () => {
        const { reference, kobo, accountNumber, bankCode, accountName } = transfer;
        const recipient = await post('/transferrecipient', {
          type: 'nuban',
          name: accountName,
          account_number: accountNumber,
          bank_code: bankCode,
          currency: 'NGN',
        });
        const noRecipient = readNo(recipient);
        if (noRecipient !== null) return { outcome: 'bad-account', message: noRecipient };
        const { data } = read(recipientSchema, recipient);
        const sent = await post('/transfer', {
          source: 'balance',
          amount: kobo,
          recipient: data.recipient_code,
          reference,
          reason: 'Football Mastermind prize',
        });
        const no = readNo(sent);
        if (no === null) return readAnswer(sent, { reference, kobo });
        // This refusal means that the transfer was sent before, so its outcome must be asked for.
        if (/exists|duplicate/i.test(no)) return { outcome: 'pending' };
        return { outcome: 'refused', message: no };
      }),
    ask: (transfer) =>
      answered(async () => {
        const answer = await get(`/transfer/verify/${transfer.reference}`);
        return readNo(answer) === null ? readAnswer(answer, transfer) : { outcome: 'none' };
      }),
  };
}

/** The provider's message when it refuses a call. `null` for any other answer. */
function readNo({ status, text }: ProviderAnswer): string | null {
  if (status !== 400 && status !== 404 && status !== 422) return null;
  const no = v.safeParse(noSchema, JSON.parse(text));
  return no.success ? no.output.message : null;
}

function readAnswer(
  answer: ProviderAnswer,
  { reference, kobo }: Pick<Transfer, 'reference' | 'kobo'>,
): TransferAnswer {
  const { data } = read(transferSchema, answer);
  if (data.reference !== reference || data.amount !== kobo) {
    throw new Error('the payment provider answered about another transfer');
  }
  switch (data.status) {
    case 'success':
      return { outcome: 'paid' };
    case 'failed':
    case 'reversed':
    case 'blocked':
    case 'rejected':
      return { outcome: 'failed', message: data.reason ?? data.status };
    default:
      return { outcome: 'pending' };
  }
}

function read<T extends v.GenericSchema>(
  schema: T,
  { status, text }: ProviderAnswer,
): v.InferOutput<T> {
  if (status < 200 || status > 299) throw new Error(`the payment provider answered ${status}`);
  return v.parse(schema, JSON.parse(text));
}
