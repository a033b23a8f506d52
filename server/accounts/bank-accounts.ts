import { sql } from 'kysely';
import * as v from 'valibot';
import type { BankAccount } from '../../src/contract/banks.ts';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Db, Trx } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { markHolder } from './account-marks.ts';
import { lookAgain } from './let-pass.ts';
import { lockCaller } from './players.ts';

/** How long a new account gets nothing (flows.md#bank-account). */
const HOLD_MS = DAY_MS;
/** Of an account's number, where it is shown. */
export const SHOWN_DIGITS = 3;

const accountSchema = v.object({
  bankName: v.string(),
  bankCode: v.string(),
  acctNumber: v.string(),
  acctName: v.string(),
});

/** An account in full. */
export type Account = v.InferOutput<typeof accountSchema>;

/** A player's account as it lies in the database. */
type KeptAccount = { sealed: string; hash: string; keptAt: Date; heldUntil: Date | null };

/** Where a player is paid to, in full; `hash` is the signed account. */
export type BankDetails = Account & { hash: string };

export async function findBankAccount(db: Db, playerId: number): Promise<KeptAccount | null> {
  const row = await db
    .selectFrom('bank_accounts')
    .select(['sealed', 'account_hash', 'kept_at', 'held_until'])
    .where('player_id', '=', playerId)
    .executeTakeFirst();
  if (!row) return null;
  const { sealed, account_hash: hash, kept_at: keptAt, held_until: heldUntil } = row;
  return { sealed, hash, keptAt, heldUntil };
}

/** A player's account in full, for whoever pays them; `null` where they have none. */
export async function openBankAccount(
  db: Db,
  { vault }: Pick<Services, 'vault'>,
  playerId: number,
): Promise<BankDetails | null> {
  const kept = await findBankAccount(db, playerId);
  return kept && { ...openAccount(vault, kept, playerId), hash: kept.hash };
}

/** Throws where it was sealed for another player. */
export function openAccount(
  vault: Services['vault'],
  { sealed }: Pick<KeptAccount, 'sealed'>,
  playerId: number,
): Account {
  return v.parse(accountSchema, JSON.parse(vault.open(sealed, ownerOf(playerId))));
}

/** A player's account as they may see it: of its number the last digits. */
export async function showBankAccount(
  { db, vault, now }: Pick<Services, 'db' | 'vault' | 'now'>,
  playerId: number,
): Promise<BankAccount | null> {
  const kept = await findBankAccount(db, playerId);
  if (kept === null) return null;
  const { bankName, acctNumber, acctName } = openAccount(vault, kept, playerId);
  const { heldUntil } = kept;
  const isHeld = heldUntil !== null && heldUntil.getTime() > now();
  return {
    bankName,
    acctNumber: acctNumber.slice(-SHOWN_DIGITS).padStart(acctNumber.length, '*'),
    acctName,
    heldUntil: isHeld ? heldUntil.toISOString() : null,
  };
}

/** Throws Refusal 409 `bank/taken` for an account of another player (game.md#one-account). */
export async function requireFree(db: Db, playerId: number, hash: string): Promise<void> {
  const other = await db
    .selectFrom('bank_accounts')
    .select('player_id')
    .where('account_hash', '=', hash)
    .where('player_id', '!=', playerId)
    .executeTakeFirst();
  if (!other) return;
  throw new Refusal(409, 'bank/taken', 'Another player has this bank account');
}

type Keeping = {
  playerId: number;
  account: Account;
  hash: string;
  /** What was there when the change was allowed, `null` for none. */
  before: KeptAccount | null;
};

/**
 * Keeps an account, in the place of the one before; it is held for 24 hours. Throws Refusal 409
 * `bank/taken`, `idempotency/running` where another call changed it meanwhile.
 */
export async function keepBankAccount(
  trx: Trx,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { playerId, account, hash, before }: Keeping,
): Promise<void> {
  await lockCaller(trx, playerId);
  // Two players with one account take turns: the later is told.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`bank ${hash}`}, 0))`.execute(trx);
  const kept = await findBankAccount(trx, playerId);
  if (kept?.hash === hash) return;
  if (kept?.hash !== before?.hash) {
    throw new Refusal(409, 'idempotency/running', 'Your bank account was changed just now', {
      'Retry-After': '1',
    });
  }
  await requireFree(trx, playerId, hash);
  const at = now();
  const values = {
    sealed: vault.seal(JSON.stringify(account), ownerOf(playerId)),
    account_hash: hash,
    kept_at: new Date(at),
    held_until: new Date(at + HOLD_MS),
  };
  await trx
    .insertInto('bank_accounts')
    .values({ player_id: playerId, ...values })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(values))
    .execute();
  await markHolder(trx, { vault, now }, account, hash);
  await lookAgain(trx, playerId, 'bank-shared');
}

/** Who can open it. */
export function ownerOf(playerId: number): string {
  return `bank account of player ${playerId}`;
}
