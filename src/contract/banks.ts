import * as v from 'valibot';
import { plainDigits } from '../rules/numbers.ts';
import { ACCOUNT_DIGITS } from '../rules/players.ts';
import type { Endpoint } from './endpoint.ts';
import { envelopeOf, noWith, timestampSchema } from './envelope.ts';
import { FRESH_PROOF_CODES } from './error-codes.ts';
import { rowsOf } from './rows.ts';
import { codeAnswerSchema, noMetaSchema } from './user.ts';

/** A bank of the listing. */
export const bankSchema = v.object({
  name: v.pipe(v.string(), v.nonEmpty(), v.maxLength(200)),
  code: v.pipe(v.string(), v.regex(/^\w{1,20}$/)),
});

export type Bank = v.InferOutput<typeof bankSchema>;

/** The reply to `GET bank` of the bank listing. */
export const bankListReplySchema = envelopeOf(rowsOf(bankSchema));

const digits = v.pipe(
  v.string(),
  v.regex(new RegExp(`^\\p{Nd}{${ACCOUNT_DIGITS}}$`, 'u'), `must be ${ACCOUNT_DIGITS} digits`),
  v.transform(plainDigits),
);

/** The query of `GET bank/resolve`. */
const resolveQuerySchema = v.object({
  account_number: digits,
  bank_code: bankSchema.entries.code,
});

/** The owner of an account number. */
export const resolvedSchema = v.object({
  account_name: v.pipe(v.string(), v.trim(), v.nonEmpty(), v.maxLength(200)),
});

const resolveReplySchema = envelopeOf(resolvedSchema);

/**
 * A player's bank account. Our server's reply has only the last digits of the account number
 * (profile.md#bank-account).
 */
const bankAccountSchema = v.object({
  bankName: v.string(),
  acctNumber: v.string(),
  acctName: v.string(),
  /** When payments to a new account become possible. This field is our addition. */
  heldUntil: v.optional(v.nullable(timestampSchema), null),
});

export type BankAccount = v.InferOutput<typeof bankAccountSchema>;

const bankSlot = v.object({ bank: v.optional(v.nullable(bankAccountSchema), null) });

/** The reply to `GET /banks`: the player's bank account, or `null` if there is none. */
const bankAccountReplySchema = envelopeOf(bankSlot);

/** The body of `POST /banks`. The bank's code and the fresh proof are our additions. */
const newBankAccountSchema = v.object({
  ...codeAnswerSchema.entries,
  bankName: v.pipe(v.string(), v.maxLength(200)),
  /**
   * The code tells banks of the same name apart. Without a code the name must belong to only one
   * bank.
   */
  bankCode: v.optional(bankSchema.entries.code),
  acctNumber: digits,
  /**
   * The owner's name that the player saw. If the bank now gives another name, nothing is stored.
   */
  acctName: v.pipe(v.string(), v.maxLength(200)),
});

export type NewBankAccount = v.InferOutput<typeof newBankAccountSchema>;

/** The bank account as it was stored. From an API that is not ours only `status` is read. */
const newBankAccountReplySchema = v.variant('status', [
  envelopeOf(v.fallback(bankSlot, { bank: null })).options[0],
  noWith(noMetaSchema),
]);

/** The player's bank account, with its number masked. */
export const getBankAccount = {
  method: 'GET',
  path: '/banks',
  who: 'player',
  effect: 'safe',
  reply: bankAccountReplySchema,
} as const satisfies Endpoint;

/** Stores the player's bank account, replacing an earlier one. */
export const postBankAccount = {
  method: 'POST',
  path: '/banks',
  who: 'player',
  effect: 'keyed',
  body: newBankAccountSchema,
  reply: newBankAccountReplySchema,
  codes: [
    ...FRESH_PROOF_CODES,
    'bank/other-name',
    'bank/taken',
    'bank/unavailable',
    'bank/unresolved',
  ],
} as const satisfies Endpoint;

/** The banks that money can be sent to. */
export const getBankList = {
  method: 'GET',
  base: 'bankListing',
  path: '/bank',
  who: 'player',
  effect: 'safe',
  reply: bankListReplySchema,
  codes: ['bank/unavailable'],
} as const satisfies Endpoint;

/** The owner of an account number at a bank. */
export const getAccountName = {
  method: 'GET',
  base: 'bankListing',
  path: '/bank/resolve',
  who: 'player',
  effect: 'safe',
  query: resolveQuerySchema,
  reply: resolveReplySchema,
  codes: ['bank/unavailable', 'bank/unresolved', 'rate/limited'],
} as const satisfies Endpoint;
