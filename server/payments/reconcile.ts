import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '../../src/rules/calendar.ts';
import type { Way } from '../../src/rules/money.ts';
import type { Db } from '../database/tables.ts';
import { askAirtime } from './ask-airtime.ts';
import { type Asking, askersOf, type OpenPayment } from './askers.ts';
import { longestAgo, tendDue } from './due.ts';

/** Until then the player's own phone asks. */
const ASKED_FROM_MS = 2 * 60_000;
const ASKED_AGAIN_AFTER_MS = 60_000;
/** Older ones, and those that seem to have ended, are asked about less often, the latter no longer. */
const YOUNG_MS = DAY_MS;
const ASKED_AGAIN_LATER_MS = 60 * 60_000;
const LATE_SUCCESS_WITHIN_MS = 3 * DAY_MS;

/**
 * Asks the providers about every payment whose end is not known, and enters what they say. Whom no
 * provider answers about is asked about again a minute later; `signal` ends it between two. What
 * failed or was refused may still have been taken: it is asked about for some days more.
 */
export async function reconcile(
  services: Asking,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  await askAirtime(services, log, signal);
  const askers = askersOf(services);
  const ways = Object.keys(askers) as Way[];
  if (ways.length === 0) return;
  // Of one instant: what takes long is not due again before the rest has been asked about.
  const at = services.now();
  const tending = {
    take: () => takeOpen(services.db, ways, at),
    tend: async (payment: OpenPayment) => askers[payment.way]?.(payment),
    onFailure: (err: unknown, { way }: OpenPayment) =>
      log.warn({ err, way }, 'asking about a pending payment failed'),
  };
  await tendDue(tending, signal);
}

/** Payments that this process asks about now; other processes leave them alone for a minute. */
async function takeOpen(db: Db, ways: Way[], now: number): Promise<OpenPayment[]> {
  const rows = await db
    .with('due', (eb) =>
      eb
        .selectFrom('payments')
        .select('reference')
        .where('way', 'in', ways)
        .where('created_at', '<=', new Date(now - ASKED_FROM_MS))
        .where(({ eb, and, or }) => {
          const wasAskedBefore = (ms: number) => eb('asked_at', '<=', new Date(now - ms));
          const isYoungerThan = (ms: number) => eb('created_at', '>', new Date(now - ms));
          const isPending = eb('state', '=', 'pending');
          return or([
            and([isPending, eb('asked_at', 'is', null)]),
            and([isPending, isYoungerThan(YOUNG_MS), wasAskedBefore(ASKED_AGAIN_AFTER_MS)]),
            and([isPending, wasAskedBefore(ASKED_AGAIN_LATER_MS)]),
            and([
              eb('state', 'in', ['failed', 'refused']),
              isYoungerThan(LATE_SUCCESS_WITHIN_MS),
              wasAskedBefore(ASKED_AGAIN_LATER_MS),
            ]),
          ]);
        })
        .$call(longestAgo),
    )
    .updateTable('payments')
    .set({ asked_at: new Date(now) })
    .where('reference', 'in', (eb) => eb.selectFrom('due').select('reference'))
    .returning(['reference', 'way', 'created_at'])
    .execute();
  return rows.map(({ reference, way, created_at }) => ({ reference, way, createdAt: created_at }));
}
