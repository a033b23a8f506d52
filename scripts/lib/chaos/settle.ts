import { loadBank } from '../../../question-bank/reader/load-bank.ts';
import { buildApp } from '../../../server/app.ts';
import { openRanking } from '../../../server/boards/open-ranking.ts';
import { readConfig } from '../../../server/config/config.ts';
import { openDatabase } from '../../../server/database/connection.ts';
import type { Db } from '../../../server/database/tables.ts';
import { ownAddress } from '../../../server/http/own-address.ts';
import { reconcile } from '../../../server/payments/reconcile.ts';
import { openProviders } from '../../../server/providers/open-providers.ts';
import { openServices } from '../../../server/services.ts';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import { to234Form } from '../../../src/rules/phone.ts';
import { phoneOf } from './purchase.ts';
import type { Store } from './store.ts';

const MINUTE_MS = 60_000;
/** What was paid for is credited within five minutes of a crash. */
const MINUTES = 5;
const LOOPBACK = '127.0.0.1';

/** Lets the plan that a number has from its first look be over: a buyer's airtime is charged then. */
export async function endFirstPlans(
  store: Pick<Store, 'dataDir' | 'databaseUrl'>,
  buyers: number,
): Promise<void> {
  if (buyers === 0) return;
  const { db, close } = await openDatabase(store);
  const endsAt = Date.now() - DAY_MS;
  const plans = Array.from({ length: buyers }, (_, index) => {
    const phone = to234Form(phoneOf(index + 1));
    const times = { starts_at: new Date(endsAt - 7 * DAY_MS), ends_at: new Date(endsAt) };
    return { reference: `SBX-FIRST-${phone}`, phone, plan: 'weekly' as const, ...times };
  });
  try {
    await db.insertInto('sandbox_airtime_plans').values(plans).execute();
  } finally {
    await close();
  }
}

/**
 * Does what a server's reconciler does in its first five minutes after a run, its clock put forward.
 * Gives how many payments only that has credited.
 */
export async function settlePayments(db: Db): Promise<number> {
  let minutes = 0;
  const now = () => Date.now() + minutes * MINUTE_MS;
  const config = readConfig({ LOG_LEVEL: 'error', HOST: LOOPBACK });
  const bank = loadBank();
  const ranking = await openRanking(null, db, { warn: () => {} });
  const foundations = { config, db, ranking, bank, now };
  const folders = { app: '/nonexistent', images: [] };
  const app = await buildApp({ ...foundations, folders, providerFetch: fetch });
  try {
    await app.listen({ port: 0, host: LOOPBACK });
    const providers = openProviders(config, fetch, () => ownAddress(app));
    const services = await openServices(foundations, providers);
    const before = await countPaid(db);
    while (minutes < MINUTES) {
      minutes += 1;
      await reconcile(services, app.log);
    }
    return (await countPaid(db)) - before;
  } finally {
    await app.close();
    await ranking.close();
  }
}

async function countPaid(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'paid')
    .executeTakeFirstOrThrow();
  return Number(count);
}
