import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import * as v from 'valibot';
import type { BankAccount } from '../../../src/contract/banks.ts';
import { DAY_MS, HOUR_MS } from '../../../src/rules/calendar.ts';
import type { HoldReason } from '../../../src/rules/payouts.ts';
import type { Vault } from '../../crypto/vault.ts';
import { lockText } from '../../database/locks.ts';
import type { Db, Trx } from '../../database/tables.ts';
import { tooOften } from '../../http/limits.ts';
import { Refusal } from '../../http/serve.ts';
import type { AccountNumber } from '../../providers/bank-listing.ts';
import type { Services } from '../../services.ts';
import { lockCaller } from '../players.ts';

/**
 * For this time after a player enters a new bank account, no prize is paid to it (profile.md#bank-account).
 */
const HOLD_MS = DAY_MS;
/** The number of an account's digits that are shown. */
export const SHOWN_DIGITS = 3;

const accountSchema = v.object({
  bankName: v.string(),
  bankCode: v.string(),
  acctNumber: v.string(),
  acctName: v.string(),
});

/** A bank account with its full number. */
type Account = v.InferOutput<typeof accountSchema>;

/** A player's bank account as it is stored: sealed. */
type KeptAccount = { sealed: string; hash: string; keptAt: Date; heldUntil: Date | null };

/**
 * The bank account that a player is paid to, with its full number. `hash` is the account's mark
 * (`markAccount`).
 */
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

/**
 * A player's bank account with its full number, for a payment to the player; `null` if they have no account.
 */
export async function openBankAccount(
  db: Db,
  { vault }: Pick<Services, 'vault'>,
  playerId: number,
): Promise<BankDetails | null> {
  const kept = await findBankAccount(db, playerId);
  return kept && { ...openAccount(vault, kept, playerId), hash: kept.hash };
}

/** Throws if the account was sealed for another player. */
function openAccount(
  vault: Services['vault'],
  { sealed }: Pick<KeptAccount, 'sealed'>,
  playerId: number,
): Account {
  return v.parse(accountSchema, JSON.parse(vault.open(sealed, ownerOf(playerId))));
}

/** A player's bank account as the player may see it: only the last digits of its number. */
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
  /** The player's account when the change was allowed; `null` if they had no account then. */
  before: KeptAccount | null;
};

/**
 * Stores a player's bank account in place of the former account. No prize is paid to it for 24 hours. Throws
 * Refusal 409 `bank/taken`, and `idempotency/running` if another call changed the account meanwhile.
 */
export async function keepBankAccount(
  trx: Trx,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { playerId, account, hash, before }: Keeping,
): Promise<void> {
  await lockCaller(trx, playerId);
  // Two calls that save the same account run one after the other, so that the later call is refused.
  await lockText(trx, `bank ${hash}`);
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
  await forgetRelease(trx, playerId, 'bank-shared');
}

/** The name of the owner, with which the vault seals the account. */
function ownerOf(playerId: number): string {
  return `bank account of player ${playerId}`;
}

/** A mark that no account uses is kept for a day, because an account that is being saved is marked first. */
const UNUSED_MS = DAY_MS;

/**
 * A holder's name in a form that is the same for all banks' spellings: case, order, accents and punctuation
 * are ignored.
 */
export function plainHolder(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[\p{M}'’.]/gu, '');
  const words = letters.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter(Boolean).toSorted().join(' ');
}

/**
 * Stores two keyed hashes of an account. All accounts of one holder have the same first hash. One account
 * that is entered under two codes of its bank has the same second hash, which is made from its number and
 * holder. Both hashes depend on the account alone.
 */
async function markHolder(
  db: Db,
  { vault, now }: Pick<Services, 'vault' | 'now'>,
  { acctNumber, acctName }: Account,
  accountHash: string,
): Promise<void> {
  const holder = plainHolder(acctName);
  const marked_at = new Date(now());
  await db
    .insertInto('account_marks')
    .values({
      account_hash: accountHash,
      holder_hash: vault.mark(`holder ${holder}`),
      number_hash: vault.mark(`number ${acctNumber} of ${holder}`),
      marked_at,
    })
    .onConflict((conflict) => conflict.column('account_hash').doUpdateSet({ marked_at }))
    .execute();
}

/** Deletes the marks of accounts that no player has and that no prize was sent to. */
export async function deleteUnusedMarks(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('account_marks')
    .where('marked_at', '<', new Date(now - UNUSED_MS))
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('bank_accounts')
            .select('bank_accounts.account_hash')
            .whereRef('bank_accounts.account_hash', '=', 'account_marks.account_hash'),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('payouts')
            .select('payouts.id')
            .whereRef('payouts.account_hash', '=', 'account_marks.account_hash'),
        ),
      ),
    )
    .execute();
}

/**
 * Takes back an operator's release of one reason that holds a player's prizes, because of a new fact that the
 * operator did not know (game.md#held-prizes). Paid prizes are left out.
 */
export async function forgetRelease(trx: Trx, playerId: number, reason: HoldReason): Promise<void> {
  await trx
    .updateTable('payouts')
    .set({ released: sql<HoldReason[]>`array_remove(released, ${reason})` })
    .where('player_id', '=', playerId)
    .where('state', 'not in', ['paid', 'refused', 'lapsed'])
    .where(sql<boolean>`${reason} = any (released)`)
    .execute();
}

/**
 * Players who mistype their own account stay within these limits; nobody can look up many accounts of others.
 */
const LIMITS = [
  { ms: HOUR_MS, accounts: 10 },
  { ms: DAY_MS, accounts: 30 },
];

type Counting = Pick<Services, 'db' | 'vault' | 'now'>;

/** Gives an account's mark: it shows whether two accounts are the same, and nothing else about them. */
export function markAccount({ vault }: Pick<Services, 'vault'>, account: AccountNumber): string {
  return vault.mark(`account ${account.code} ${account.number}`);
}

/**
 * Counts an account that a player looks up; the same account counts once an hour. Throws Refusal 429
 * `rate/limited` beyond 10 accounts in an hour or 30 in a day (profile.md#bank-account).
 */
export async function countLookup(
  services: Counting,
  playerId: number,
  account: AccountNumber,
): Promise<void> {
  const now = services.now();
  const hash = markAccount(services, account);
  await services.db.transaction().execute(async (trx) => {
    await lockCaller(trx, playerId);
    const asked = await askedSince(trx, playerId, now - DAY_MS);
    const before = asked.find(({ account_hash }) => account_hash === hash);
    if (before && before.asked_at.getTime() > now - HOUR_MS) return;
    const others = asked.filter((one) => one !== before);
    for (const { ms, accounts } of LIMITS) {
      const within = others.filter(({ asked_at }) => asked_at.getTime() > now - ms);
      const oldest = within[accounts - 1];
      if (oldest) throw tooOften(Math.ceil((oldest.asked_at.getTime() + ms - now) / 1000));
    }
    const asked_at = new Date(now);
    await trx
      .insertInto('bank_lookups')
      .values({ player_id: playerId, account_hash: hash, asked_at })
      .onConflict((conflict) =>
        conflict.columns(['player_id', 'account_hash']).doUpdateSet({ asked_at }),
      )
      .execute();
  });
}

/** A player's lookups since a time, the newest first. */
function askedSince(trx: Trx, playerId: number, since: number) {
  return trx
    .selectFrom('bank_lookups')
    .select(['account_hash', 'asked_at'])
    .where('player_id', '=', playerId)
    .where('asked_at', '>', new Date(since))
    .orderBy('asked_at', 'desc')
    .execute();
}

/** Deletes lookups that no limit counts any more. */
export async function deleteOldLookups(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('bank_lookups')
    .where('asked_at', '<', new Date(now - DAY_MS))
    .execute();
}

/**
 * The number of accounts in one transaction. It is small because a player who changes such an account has to
 * wait for the transaction.
 */
const ACCOUNTS_AT_ONCE = 20;

/**
 * Seals every bank account with the newest key. It works in small batches, so that players can go on using
 * the app meanwhile, and an interrupted run can be repeated. The key of the marks is sealed last: a server
 * can start without an older key only when no account and no mark needs that key any more
 * (go-live.md#bank-keys). Gives the number of accounts that were sealed anew.
 */
export async function resealAccounts(db: Db, vault: Vault): Promise<number> {
  let resealed = 0;
  for (;;) {
    const count = await db.transaction().execute(async (trx) => {
      const rows = await trx
        .selectFrom('bank_accounts')
        .select(['player_id', 'sealed'])
        .where(sql<boolean>`not starts_with(sealed, ${vault.newest})`)
        .orderBy('player_id')
        .limit(ACCOUNTS_AT_ONCE)
        .forUpdate()
        .execute();
      for (const { player_id, sealed } of rows) {
        const owner = ownerOf(player_id);
        await trx
          .updateTable('bank_accounts')
          .set({ sealed: vault.seal(vault.open(sealed, owner), owner) })
          .where('player_id', '=', player_id)
          .execute();
      }
      return rows.length;
    });
    if (count === 0) break;
    resealed += count;
  }
  await vault.rotate();
  return resealed;
}

/**
 * Marks the accounts that were stored before marks existed. An account that cannot be opened is logged and
 * skipped.
 */
export async function markKeptAccounts(
  services: Pick<Services, 'db' | 'vault' | 'now'>,
  log: Pick<FastifyBaseLogger, 'error'>,
): Promise<void> {
  let last = 0;
  for (;;) {
    const kept = await unmarkedAfter(services.db, last);
    for (const { player_id, account_hash, sealed } of kept) {
      try {
        const account = openAccount(services.vault, { sealed }, player_id);
        await markHolder(services.db, services, account, account_hash);
      } catch (err) {
        log.error({ err, player: player_id }, 'a bank account could not be opened');
      }
    }
    const end = kept.at(-1);
    if (!end) return;
    last = end.player_id;
  }
}

function unmarkedAfter(db: Db, playerId: number) {
  return db
    .selectFrom('bank_accounts')
    .select(['player_id', 'account_hash', 'sealed'])
    .where('player_id', '>', playerId)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('account_marks')
            .select('account_marks.account_hash')
            .whereRef('account_marks.account_hash', '=', 'bank_accounts.account_hash'),
        ),
      ),
    )
    .orderBy('player_id')
    .limit(ACCOUNTS_AT_ONCE)
    .execute();
}
