import { randomUUID } from 'node:crypto';
import { keepBankAccount } from '../../../server/accounts/bank-accounts.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openVault } from '../../../server/crypto/vault.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import { noteRestore } from '../../../server/database/restores.ts';
import type { Db } from '../../../server/database/tables.ts';
import { payPrizes } from '../../../server/prizes/pay-prizes.ts';
import { sendPrizes } from '../../../server/prizes/send.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import type { ProviderFetch } from '../../../server/providers/provider-http.ts';
import { DAY_MS, weekOf } from '../../../src/rules/calendar.ts';
import { claimAt } from '../../../tests/support/proof.ts';
import type { Store } from '../chaos/store.ts';

const MINUTE_MS = 60_000;
/** A prize is settled, checked, looked for and sent in fewer. */
const MINUTES = 5;

type Where = Pick<Store, 'dataDir' | 'databaseUrl'>;

/** A provider of transfers that outlives the database: it pays each reference once, and remembers. */
export class RememberingProvider {
  /** Kobo that it has paid, by reference. */
  readonly paid = new Map<string, number>();
  /** How often it was to pay a reference again. */
  repeats = 0;

  readonly fetch: ProviderFetch = async (url, { method, body }) => {
    const given = JSON.parse(body ?? '{}') as { amount: number; reference: string };
    if (method === 'GET') return this.#tell(url.split('/').at(-1) ?? '');
    if (url.endsWith('/transferrecipient')) return said(201, { recipient_code: 'RCP_drill' });
    if (this.paid.has(given.reference)) {
      this.repeats += 1;
      return said(400, null, 'Transfer reference already exists');
    }
    this.paid.set(given.reference, given.amount);
    return this.#tell(given.reference);
  };

  #tell(reference: string) {
    const amount = this.paid.get(reference);
    if (amount === undefined) return said(404, null, 'Transfer not found');
    return said(200, { reference, amount, status: 'success' });
  }
}

function said(status: number, data: object | null, message = 'ok') {
  const body = data === null ? { status: false, message } : { status: true, message, data };
  return { status, text: async () => JSON.stringify(body) };
}

/** Lets all who play be paid: of age, with a bank account, and after a proof round. */
export async function readyForPrizes(store: Where): Promise<void> {
  await onDatabase(store, async (db) => {
    const vault = await openVault(db, readConfig({}).bankKeys);
    const now = () => Date.now();
    const at = new Date();
    const players = await db.selectFrom('players').select('id').execute();
    await db.updateTable('players').set({ dob: '1990-05-17' }).execute();
    for (const { id } of players) {
      const acctNumber = `01${String(id).padStart(8, '0')}`;
      const account = { bankName: 'Access Bank', bankCode: '044', acctNumber, acctName: 'ADA' };
      const keeping = { playerId: id, account, hash: acctNumber, before: null };
      await db.transaction().execute((trx) => keepBankAccount(trx, { vault, now }, keeping));
      await db
        .insertInto('proof_rounds')
        .values({
          id: randomUUID(),
          player_id: id,
          state: 'passed',
          why: 'first prize',
          claim: claimAt('hard', 20),
          asked_at: at,
          due_at: at,
          opened_at: at,
          closed_at: at,
        })
        .execute();
    }
  });
}

/**
 * Settles the week once it is final, and sends its prizes; gives how many were paid by then, and the
 * kobo that the ledger says have left. Where the database was restored, it is as of that moment.
 */
export async function payWeek(
  store: Where,
  provider: RememberingProvider,
  { isRestored }: { isRestored: boolean },
): Promise<{ paid: number; unpaid: number; kobo: number }> {
  return onDatabase(store, async (db) => {
    const config = readConfig({});
    let at = weekOf(Date.now()).endsAt + DAY_MS + MINUTE_MS;
    const vault = await openVault(db, config.bankKeys);
    const providers = openProviders(config, provider.fetch, () => 'http://localhost');
    const services = { db, config, vault, now: () => at, ...providers };
    const failed: unknown[] = [];
    const note = (what: unknown) => failed.push(what);
    const log = { warn: note, error: note };
    if (isRestored) await noteRestore(db, at);
    for (let minute = 0; minute < MINUTES; minute += 1) {
      await payPrizes({ ...services, sendSms: async () => {} }, log);
      await sendPrizes(services, log);
      at += MINUTE_MS;
    }
    if (failed.length > 0) throw new Error(`paying prizes failed: ${JSON.stringify(failed[0])}`);
    return readPaid(db);
  });
}

async function readPaid(db: Db) {
  const states = await db
    .selectFrom('payouts')
    .select(({ fn }) => ['state', fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  const countOf = (isPaid: boolean) =>
    states
      .filter(({ state }) => (state === 'paid') === isPaid)
      .reduce((sum, { count }) => sum + Number(count), 0);
  const left = await db
    .selectFrom('ledger_postings')
    .select(({ fn }) => fn.sum<string | null>('amount').as('kobo'))
    .where('account', '=', 'house:clearing:cash')
    .executeTakeFirstOrThrow();
  return { paid: countOf(true), unpaid: countOf(false), kobo: -Number(left.kobo ?? 0) };
}

async function onDatabase<Result>(
  store: Where,
  work: (db: Db) => Promise<Result>,
): Promise<Result> {
  const { db, close } = await openDatabase(store);
  try {
    return await work(db);
  } finally {
    await close();
  }
}
