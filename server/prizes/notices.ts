import type { FastifyBaseLogger } from 'fastify';
import { DAY_MS, lagosDate } from '../../src/rules/calendar.ts';
import type { HoldReason } from '../../src/rules/payouts.ts';
import { CASH_HOURS } from '../../src/rules/prizes.ts';
import type { Db, PayoutNotice, Trx } from '../database/tables.ts';
import { SmsRefusedError } from '../providers/sms.ts';
import type { Services } from '../services.ts';
import type { Payout } from './payouts.ts';

/** A text that has waited longer than this is not sent, because it is no longer news. */
const NEWS_MS = 2 * DAY_MS;

/** Queues a text about a payout to its player. Each kind of text (`what`) is queued once for a payout. */
export async function addNotice(
  trx: Trx,
  payoutId: number,
  what: PayoutNotice,
  now: number,
): Promise<void> {
  await trx
    .insertInto('payout_notices')
    .values({ payout_id: payoutId, what, at: new Date(now) })
    .onConflict((conflict) => conflict.columns(['payout_id', 'what']).doNothing())
    .execute();
}

type Sending = Pick<Services, 'db' | 'now' | 'config' | 'sendSms'>;

/**
 * Sends the queued texts, each at most once. A text is marked before it is sent, and is queued again only if
 * the provider has certainly refused it.
 */
export async function sendNotices(
  services: Sending,
  log: Pick<FastifyBaseLogger, 'warn'>,
  signal?: AbortSignal,
): Promise<void> {
  const { db, now, config } = services;
  if (!config.hasSms) return;
  while (!signal?.aborted) {
    const notice = await takeNotice(db, now());
    if (notice === undefined) return;
    try {
      await services.sendSms(notice.phone, textOf(notice));
    } catch (err) {
      log.warn({ err }, 'a text about a payout failed');
      if (!(err instanceof SmsRefusedError)) continue;
      return letWait(db, notice);
    }
  }
}

/** A queued text, and what it says about its payout. */
type Waiting = { payout_id: number; what: PayoutNotice; phone: string } & Pick<
  Payout,
  'reference' | 'board' | 'tier' | 'place' | 'kind' | 'net_kobo' | 'mend_by'
>;

/** Claims the oldest queued text by marking it as sent, so that no other process sends it. */
function takeNotice(db: Db, now: number): Promise<Waiting | undefined> {
  return db
    .with('due', (eb) =>
      eb
        .selectFrom('payout_notices')
        .select(['payout_id', 'what'])
        .where('sent_at', 'is', null)
        .where('at', '>', new Date(now - NEWS_MS))
        .orderBy('at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('payout_notices')
    .from('due')
    .from('payouts')
    .from('players')
    .set({ sent_at: new Date(now) })
    .whereRef('payout_notices.payout_id', '=', 'due.payout_id')
    .whereRef('payout_notices.what', '=', 'due.what')
    .whereRef('payouts.id', '=', 'due.payout_id')
    .whereRef('players.id', '=', 'payouts.player_id')
    .returning(['payout_notices.payout_id', 'payout_notices.what', 'players.phone'])
    .returning(['reference', 'board', 'tier', 'place', 'kind', 'net_kobo', 'mend_by'])
    .executeTakeFirst();
}

async function letWait(
  db: Db,
  { payout_id, what }: Pick<Waiting, 'payout_id' | 'what'>,
): Promise<void> {
  await db
    .updateTable('payout_notices')
    .set({ sent_at: null })
    .where('payout_id', '=', payout_id)
    .where('what', '=', what)
    .execute();
}

/**
 * What a player can do about each reason that holds a prize. No text is sent for reasons that the player
 * can't mend.
 */
export const WAYS_ON: Partial<Record<HoldReason, string>> = {
  'sent-back': 'Your bank sent it back. Check your bank account',
  'no-bank-account': 'Add your bank account',
  'no-birth-date': 'Add your date of birth',
  'proof-round': 'Confirm your win with a few questions',
};

/**
 * The words of a text. They say `N` for naira, because no SMS alphabet has the sign ₦, and it would turn one
 * text into three.
 */
function textOf({ what, mend_by, ...prize }: Waiting): string {
  const by = mend_by === null ? '' : ` by ${dayAndMonth(mend_by)}`;
  switch (what) {
    case 'won':
      return `Football Mastermind: you won ${wonBy(prize)}. We check it first. ${hours(prize)}`;
    case 'paid':
      return `Football Mastermind: ${amount(prize)} has been sent to you. Reference ${prize.reference}.`;
    case 'lapsing':
      return `Football Mastermind: your prize of ${amount(prize)} still waits for you. Open My winnings${by}, or it lapses.`;
    default: {
      const way = WAYS_ON[what.slice('held '.length) as HoldReason] ?? 'Open My winnings';
      return `Football Mastermind: your prize of ${amount(prize)} waits. ${way}${by}: open My winnings.`;
    }
  }
}

type Prize = Pick<Waiting, 'board' | 'tier' | 'place' | 'kind' | 'net_kobo'>;

function hours({ kind }: Pick<Prize, 'kind'>): string {
  if (kind !== 'cash') return 'Then it comes to this number.';
  return `Cash takes ${CASH_HOURS.least} to ${CASH_HOURS.most} hours after that.`;
}

function wonBy(prize: Prize): string {
  const where = {
    weekly: 'weekly board',
    monthly: 'monthly board',
    rush: `Rush Tier ${prize.tier}`,
    raffle: 'raffle',
  }[prize.board];
  return `${amount(prize)} (${where}, place ${prize.place})`;
}

function amount({ net_kobo, kind }: Prize): string {
  const [whole = '', rest] = (net_kobo / 100).toFixed(2).split('.');
  const naira = whole.replace(/\B(?=(\d{3})+$)/g, ',') + (rest === '00' ? '' : `.${rest}`);
  return kind === 'cash' ? `N${naira}` : `N${naira} of ${kind}`;
}

/** The day and month, such as `18/12`. */
function dayAndMonth(at: Date): string {
  const [, month, day] = lagosDate(at.getTime()).split('-');
  return `${day}/${month}`;
}
