import {
  bankAccountReplySchema,
  bankListReplySchema,
  newBankAccountReplySchema,
  newBankAccountSchema,
  resolveQuerySchema,
  resolveReplySchema,
} from '../banks.ts';
import type { Endpoint } from '../endpoint.ts';
import { FRESH_PROOF_CODES } from '../error-codes.ts';

/** The player's bank account, its number masked. */
export const getBankAccount = {
  method: 'GET',
  path: '/banks',
  who: 'player',
  effect: 'safe',
  reply: bankAccountReplySchema,
} as const satisfies Endpoint;

/** Keeps the player's bank account, in the place of an earlier one. */
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

/** Whose account a number at a bank is. */
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
