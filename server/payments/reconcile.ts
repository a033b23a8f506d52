import type { FastifyBaseLogger } from 'fastify';
import type { Way } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';
import { type Asking, askersOf, type PendingPayment } from './askers.ts';

/** Until then the player's own phone asks. */
const ASKED_FROM_MS = 2 * 60_000;
const ASKED_AGAIN_AFTER_MS = 60_000;
const CLAIMED_AT_ONCE = 50;

/**
 * Asks the providers about every payment whose end is not known, and enters what they say. Whom no
 * provider answers about is asked about again a minute later; `signal` ends it between two.
 */
export async function reconcile(
  services: Asking,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  const askers = askersOf(services);
  const ways = Object.keys(askers) as Way[];
  if (ways.length === 0) return;
  let claimed: PendingPayment[];
  do {
    claimed = await claimPending(services.db, ways, services.now());
    for (const payment of claimed) {
      if (signal?.aborted) return;
      try {
        await askers[payment.way]?.(payment);
      } catch (err) {
        log.warn({ err, way: payment.way }, 'asking about a pending payment failed');
      }
    }
  } while (claimed.length === CLAIMED_AT_ONCE);
}

/** Payments that this process asks about now; other processes leave them alone for a minute. */
async function claimPending(db: Db, ways: Way[], now: number): Promise<PendingPayment[]> {
  const rows = await db
    .with('due', (eb) =>
      eb
        .selectFrom('payments')
        .select('reference')
        .where('state', '=', 'pending')
        .where('way', 'in', ways)
        .where('created_at', '<=', new Date(now - ASKED_FROM_MS))
        .where((or) =>
          or('asked_at', 'is', null).or('asked_at', '<=', new Date(now - ASKED_AGAIN_AFTER_MS)),
        )
        .orderBy('asked_at', (order) => order.asc().nullsFirst())
        .limit(CLAIMED_AT_ONCE)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payments')
    .set({ asked_at: new Date(now) })
    .where('reference', 'in', (eb) => eb.selectFrom('due').select('reference'))
    .returning(['reference', 'way', 'created_at'])
    .execute();
  return rows.map(({ reference, way, created_at }) => ({ reference, way, createdAt: created_at }));
}
