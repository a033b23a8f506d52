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

/** How long a new account gets nothing (profile.md#bank-account). */
const HOLD_MS = DAY_MS;
/** The number of an account's digits that are shown. */
export const SHOWN_DIGITS = 3;

const accountSchema = v.object({
  bankName: v.string(),
  bankCode: v.string(),
  acctNumber: v.string(),
  acctName: v.string(),
});

/** An account in full. */
type Account = v.InferOutput<typeof accountSchema>;

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
function openAccount(
  vault: Services['vault'],
  { sealed }: Pick<KeptAccount, 'sealed'>,
  playerId: number,
): Account {
  return v.parse(accountSchema, JSON.parse(vault.open(sealed, ownerOf(playerId))));
}

/** A player's account as they may see it, with the last digits of its number. */
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
  /** The account at the time when the change was allowed, `null` for none. */
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

/** The owner of the sealed account. */
function ownerOf(playerId: number): string {
  return `bank account of player ${playerId}`;
}

/** A mark without an account is kept for a day: an account that is being saved does not use it yet. */
const UNUSED_MS = DAY_MS;

/** A holder's name in a form that all banks' spellings share, whatever its case, order, accents and punctuation. */
export function plainHolder(name: string): string {
  const letters = name.normalize('NFKD').replaceAll(/[\p{M}'’.]/gu, '');
  const words = letters.toUpperCase().split(/[^\p{L}\p{N}]+/u);
  return words.filter(Boolean).toSorted().join(' ');
}

/**
 * Stores the hashes by which two accounts of one holder are recognized, and one account under two codes of
 * its bank: the same number and name are the same account. The hashes are keyed, and depend on the account
 * alone.
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

/** Forgets an account that nobody has and no prize went to. */
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
 * Takes back an operator's release of a reason on a player's unpaid prizes: there is something new that the
 * operator did not know (game.md#held-prizes).
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

/** Enough to mistype one's own account, too few to leaf through other people's. */
const LIMITS = [
  { ms: HOUR_MS, accounts: 10 },
  { ms: DAY_MS, accounts: 30 },
];

type Counting = Pick<Services, 'db' | 'vault' | 'now'>;

/** Marks that show whether two accounts are the same, and nothing else about them. */
export function markAccount({ vault }: Pick<Services, 'vault'>, account: AccountNumber): string {
  return vault.mark(`account ${account.code} ${account.number}`);
}

/**
 * Counts an account among those that a player asks about; the same one counts once an hour. Throws
 * Refusal 429 `rate/limited` beyond 10 in an hour or 30 in a day (profile.md#bank-account).
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

/** The newest first. */
function askedSince(trx: Trx, playerId: number, since: number) {
  return trx
    .selectFrom('bank_lookups')
    .select(['account_hash', 'asked_at'])
    .where('player_id', '=', playerId)
    .where('asked_at', '>', new Date(since))
    .orderBy('asked_at', 'desc')
    .execute();
}

/** Forgets what no limit counts any more. */
export async function deleteOldLookups(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('bank_lookups')
    .where('asked_at', '<', new Date(now - DAY_MS))
    .execute();
}

/** Few: a player who changes one of them waits for the rest. */
const ACCOUNTS_AT_ONCE = 20;

/**
 * Has the newest key seal every bank account, some at a time: players go on meanwhile, and a run that
 * was cut is begun again. The marks' key comes last, so that a server without an older key starts
 * only when nothing needs it (go-live.md#bank-keys). Gives how many accounts were sealed anew.
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

/** Marks the accounts that were kept before there were marks; one that cannot be opened is left to the log. */
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
