import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS } from '../../src/rules/calendar.ts';
import { type Plan, RENEWABLE_WAYS, type RenewableWay } from '../../src/rules/money.ts';
import { noteStopped, stopOf } from '../accounts/care.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/errors.ts';
import type { Services } from '../services.ts';
import { longestAgo, tendDue } from './due.ts';
import { endRenewal } from './renewal.ts';
import { renewByAirtime } from './renewal-airtime.ts';
import { renewByCard } from './renewal-card.ts';
import { findLastPeriod, isSame, termsOf } from './renewal-terms.ts';

/** What renewing works with. */
export type Renewing = Pick<Services, 'db' | 'config' | 'billing' | 'card' | 'now'>;

/** One period's renewal, under the reference that its provider knows it by; prices in kobo. */
export type Renewal = {
  playerId: number;
  phone: string;
  plan: Plan;
  kobo: number;
  feeKobo: number;
  reference: string;
  sealedCard: string | null;
};

export type RenewalOutcome = 'paid' | 'refused' | 'undecided';

/** How long after its end a plan is tried to renew. */
const TRIED_FOR_MS = DAY_MS;
const TRIED_AGAIN_AFTER_MS = 10 * 60_000;

/** A plan that runs, or a charge that is being made: nothing to decide now. */
const NOT_NOW: ReadonlySet<string> = new Set([
  'subscription/active',
  'subscription/running',
  'payment/reference-taken',
]);

/**
 * Renews each plan that has ended and whose player chose so, once a period, however many processes
 * do (flows.md#renewal); `signal` ends it between two.
 */
export async function renewEnded(
  services: Renewing,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  const ways = RENEWABLE_WAYS.filter((way) => services.config.ways.includes(way));
  if (ways.length === 0) return;
  const tending = {
    take: () => takeEnded(services.db, ways, services.now()),
    tend: (chosen: Chosen) => renew(services, chosen),
    onFailure: (err: unknown, { way }: Chosen) => {
      const isWaiting = err instanceof Refusal && NOT_NOW.has(err.code);
      if (!isWaiting) log.warn({ err, way }, 'renewing a plan failed');
    },
  };
  await tendDue(tending, signal);
}

async function renew(services: Renewing, chosen: Chosen): Promise<void> {
  const { db, config, now } = services;
  const { player_id: playerId, plan, way, kobo, fee_kobo: feeKobo, consent } = chosen;
  const last = await findLastPeriod(db, playerId);
  const terms = last ? termsOf(config, last) : null;
  const isOver = !last || now() - last.ends_at.getTime() >= TRIED_FOR_MS;
  if (isOver || terms === null || !isSame(chosen, terms)) {
    await endRenewal(db, playerId, consent);
    return;
  }
  // Turned off since it was taken: no more is charged.
  const meant = await db
    .selectFrom('renewals')
    .innerJoin('players', 'players.id', 'renewals.player_id')
    .select('phone')
    .where('consent', '=', consent)
    .executeTakeFirst();
  if (!meant) return;
  const { phone } = meant;
  const reference = referenceOf(playerId, last.ends_at);
  const sealedCard = chosen.sealed_card;
  const renewal = { playerId, phone, plan, kobo, feeKobo, reference, sealedCard };
  const renewBy = way === 'airtime' ? renewByAirtime : renewByCard;
  try {
    const outcome = await renewBy(services, renewal);
    if (outcome === 'refused') await endRenewal(db, playerId, consent);
  } catch (error) {
    const by = stopOf(error);
    if (by === null) throw error;
    await db.transaction().execute(async (trx) => {
      if (await endRenewal(trx, playerId, consent)) await noteStopped(trx, playerId, by, now());
    });
  }
}

/** The same for every process and every try of a period, and a payment's own in its form. */
function referenceOf(playerId: number, endsAt: Date): string {
  const period = `renewal ${playerId} ${endsAt.toISOString()}`;
  return `FOM-${createHash('sha256').update(period).digest('hex').slice(0, 18)}`;
}

type Chosen = Awaited<ReturnType<typeof takeEnded>>[number];

/** Choices whose plans this process renews now; other processes leave them alone for a while. */
async function takeEnded(db: Db, ways: readonly RenewableWay[], now: number) {
  return db
    .with('due', (eb) =>
      eb
        .selectFrom('renewals')
        .select('player_id')
        .where('way', 'in', ways)
        .where((or) =>
          or.or([
            or('asked_at', 'is', null),
            or('asked_at', '<=', new Date(now - TRIED_AGAIN_AFTER_MS)),
          ]),
        )
        .where(({ not, exists, selectFrom }) =>
          not(
            exists(
              selectFrom('subscriptions')
                .select('id')
                .whereRef('subscriptions.player_id', '=', 'renewals.player_id')
                .where('ends_at', '>', new Date(now)),
            ),
          ),
        )
        .$call(longestAgo),
    )
    .updateTable('renewals')
    .set({ asked_at: new Date(now) })
    .where('player_id', 'in', (eb) => eb.selectFrom('due').select('player_id'))
    .returningAll()
    .execute();
}
