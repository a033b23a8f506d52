import * as v from 'valibot';
import { type Bank, bankSchema, resolvedSchema } from '../../src/contract/banks.ts';
import { oddFields, readRows, rowsOf } from '../../src/contract/rows.ts';
import { orProviderError, type ProviderAnswer, type ProviderHttp } from './provider-http.ts';

/** A bank account by its number and its bank's code. */
export type AccountNumber = { number: string; code: string };

/**
 * A listing of banks and their accounts. Both calls throw ProviderError when the listing does not
 * answer.
 */
export type BankListing = {
  /**
   * The banks that money can be sent to. Rows with wrong fields are left out. `odd` is a text that
   * names these fields, and is empty when no row was left out.
   */
  banks: () => Promise<{ banks: Bank[]; odd: string }>;
  /**
   * The name of an account's holder, as the bank has it. `null` if the bank knows no such account.
   */
  nameOf: (account: AccountNumber) => Promise<string | null>;
};

const flag = v.optional(v.unknown());

const listSchema = v.object({
  status: v.literal(true),
  data: rowsOf(
    v.object({ ...bankSchema.entries, active: flag, is_deleted: flag, supports_transfer: flag }),
  ),
});

type Listed = v.InferOutput<typeof listSchema>['data'][number];

/**
 * False for a bank that closed or that no money can be sent to. Such banks stay on the list, with a
 * flag.
 */
function isOpen({ active, is_deleted, supports_transfer }: Listed): boolean {
  return active !== false && is_deleted !== true && supports_transfer !== false;
}

/** The answer must be about the account that was asked for. */
const foundSchema = (asked: string) =>
  v.object({
    status: v.literal(true),
    data: v.object({ ...resolvedSchema.entries, account_number: v.literal(asked) }),
  });

const noSchema = v.object({ status: v.literal(false) });

/** Statuses that mean that there is no such account. Other statuses leave the question open. */
const NO = new Set([400, 404, 422]);

const answered = orProviderError('bank/unavailable', 'Error, Please try again');

/** A provider with Paystack's interface. */
export function httpBankListing({ get }: ProviderHttp): BankListing {
  return {
    banks: () =>
      answered(async () => {
        const { output, leftOut } = read(listSchema, await get('/bank?country=nigeria'));
        const open = output.data.filter(isOpen).map(({ name, code }) => ({ name, code }));
        if (open.length === 0) throw new Error('the bank listing named no bank');
        const banks = new Map(open.map((bank) => [`${bank.code} ${bank.name}`, bank]));
        return { banks: [...banks.values()], odd: oddFields(leftOut) };
      }),
    nameOf: ({ number, code }) =>
      answered(async () => {
        const answer = await get(`/bank/resolve?account_number=${number}&bank_code=${code}`);
        if (NO.has(answer.status) && v.is(noSchema, toJson(answer.text))) return null;
        return read(foundSchema(number), answer).output.data.account_name;
      }),
  };
}

function read<T extends v.GenericSchema>(schema: T, { status, text }: ProviderAnswer) {
  if (status !== 200) throw new Error(`the bank listing answered ${status}`);
  const answer = readRows(schema, toJson(text));
  if (!answer.success) throw new Error('the bank listing answered something else');
  return answer;
}

/**
 * Parses JSON. The error that it throws leaves out the parser's message, because that quotes the
 * text and the text may have a name in it.
 */
function toJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error('the bank listing answered no JSON');
  }
}
