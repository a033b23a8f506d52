import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import {
  type Plan,
  RENEWABLE_WAYS,
  type RenewableWay,
  SUBSCRIPTION_COINS,
} from '../../src/rules/money.ts';
import { oldestAsked, workThroughTaken } from '../database/due-work.ts';
import type { Db } from '../database/tables.ts';
import { Refusal } from '../http/serve.ts';
import { chargeAirtime } from '../plans/ask-airtime.ts';
import { takeOverPeriod } from '../plans/plans.ts';
import { noteStopped, requireSpending, stopOf } from '../plans/spending-limits.ts';
import type { AirtimePeriod } from '../providers/airtime-billing.ts';
import type { CardAnswer } from '../providers/card.ts';
import type { Services } from '../services.ts';
import { expectPayment, failPayment, reopenPayment, settlePayment } from './purchase.ts';
import { endRenewal, findLastPeriod, isSame, openCard, renewalTermsOf } from './renewal.ts';

type Renewing = Pick<Services, 'db' | 'config' | 'billing' | 'card' | 'now'>;

/** A renewal of one period, with the reference for its provider. Prices are in kobo. */
type Renewal = {
  playerId: number;
  phone: string;
  plan: Plan;
  kobo: number;
  feeKobo: number;
  reference: string;
  sealedCard: string | null;
};

type RenewalOutcome = 'paid' | 'refused' | 'undecided';

/** How long after a plan's end its renewal is tried. */
const TRIED_FOR_MS = DAY_MS;
const TRIED_AGAIN_AFTER_MS = 10 * MINUTE_MS;

/** The refusals for a renewal that needs no decision now, because a plan runs or a charge is being made. */
const NOT_NOW: ReadonlySet<string> = new Set([
  'subscription/active',
  'subscription/running',
  'payment/reference-taken',
]);

/**
 * Renews each ended plan whose player chose renewal, once for each period, however many processes do this
 * (subscription.md#renewal). `signal` stops the work between two plans.
 */
export async function renewEnded(
  services: Renewing,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  const ways = RENEWABLE_WAYS.filter((way) => services.config.ways.includes(way));
  if (ways.length === 0) return;
  const renewing = {
    take: () => takeEnded(services.db, ways, services.now()),
    work: (chosen: DueRenewal) => renew(services, chosen),
    onFailure: (err: unknown, { way }: DueRenewal) => {
      const isWaiting = err instanceof Refusal && NOT_NOW.has(err.code);
      if (!isWaiting) log.warn({ err, way }, 'renewing a plan failed');
    },
  };
  await workThroughTaken(renewing, signal);
}

async function renew(services: Renewing, chosen: DueRenewal): Promise<void> {
  const { db, config, now } = services;
  const { player_id: playerId, plan, way, kobo, fee_kobo: feeKobo, consent } = chosen;
  const last = await findLastPeriod(db, playerId);
  const terms = last ? renewalTermsOf(config, last) : null;
  const isOver = !last || now() - last.ends_at.getTime() >= TRIED_FOR_MS;
  if (isOver || terms === null || !isSame(chosen, terms)) {
    await endRenewal(db, playerId, consent);
    return;
  }
  // If the player has turned the renewal off meanwhile, nothing is charged.
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

/** The reference of a renewal. It is the same for every process and every try of a period. */
function referenceOf(playerId: number, endsAt: Date): string {
  const period = `renewal ${playerId} ${endsAt.toISOString()}`;
  return `FOM-${createHash('sha256').update(period).digest('hex').slice(0, 18)}`;
}

type DueRenewal = Awaited<ReturnType<typeof takeEnded>>[number];

/** Claims the renewals that this process carries out now. Other processes leave them alone for a while. */
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
        .$call(oldestAsked),
    )
    .updateTable('renewals')
    .set({ asked_at: new Date(now) })
    .where('player_id', 'in', (eb) => eb.selectFrom('due').select('player_id'))
    .returningAll()
    .execute();
}

/**
 * Charges a renewal to the card that its player chose. If an earlier charge of the period has no known end,
 * the provider is asked about that charge first.
 */
async function renewByCard({ db, card, now }: Renewing, renewal: Renewal): Promise<RenewalOutcome> {
  const { playerId, phone, plan, kobo, feeKobo, reference, sealedCard } = renewal;
  if (sealedCard === null) return 'refused';
  const authorization = await openCard(db, playerId, sealedCard);
  const charge = () =>
    card.charge(authorization, { reference, kobo: kobo + feeKobo, buyerId: playerId });
  const known = await db
    .selectFrom('payments')
    .select('state')
    .where('reference', '=', reference)
    .executeTakeFirst();
  if (known && known.state !== 'pending' && known.state !== 'failed') {
    return known.state === 'paid' ? 'paid' : 'refused';
  }
  if (!known) {
    const product = `plan-${plan}` as const;
    const priced = { way: 'card' as const, product, coins: SUBSCRIPTION_COINS, kobo, feeKobo };
    const expected = { reference, playerId, phone, door: null, ...priced };
    await db.transaction().execute((trx) => expectPayment(trx, expected, now()));
    return end(await charge());
  }
  const answer = await card.verify(reference);
  if (answer.outcome !== 'none') return end(answer);
  // The earlier charge never reached the provider, so this charge must fit the player's present limits.
  const wanted = { playerId, reference, kobo: kobo + feeKobo };
  await db.transaction().execute(async (trx) => {
    await requireSpending(trx, wanted, now());
    await reopenPayment(trx, reference);
  });
  return end(await charge());

  async function end(answer: CardAnswer): Promise<RenewalOutcome> {
    if (answer.outcome === 'paid') {
      const taken = { ...answer.payment, way: 'card' as const };
      const state = await db.transaction().execute((trx) => settlePayment(trx, taken, now()));
      return state === 'paid' ? 'paid' : 'refused';
    }
    if (answer.outcome !== 'failed') return 'undecided';
    await failPayment(db, reference, 'refused', now());
    return 'refused';
  }
}

/**
 * Charges a renewal by airtime as a subscribe call would. If such a call has made a charge without a known
 * end, that charge is continued. If the operator has renewed the period meanwhile, nothing is charged, and
 * the operator's period is used.
 */
async function renewByAirtime(
  services: Renewing,
  { playerId, phone, plan, kobo, reference }: Renewal,
): Promise<RenewalOutcome> {
  const { db, config, now } = services;
  const takeOver = (periods: AirtimePeriod[]) =>
    db.transaction().execute(async (trx) => {
      const prices = config.prices.plans.airtime;
      for (const period of periods) await takeOverPeriod(trx, { phone, period, prices }, now());
    });
  const agreed = { reference, phone, playerId, plan, kobo, door: null };
  const charged = await chargeAirtime(services, agreed, takeOver);
  if (charged === 'paid') return 'paid';
  return charged === null || charged.outcome === 'pending' ? 'undecided' : 'refused';
}
