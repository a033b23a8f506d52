import type { FastifyBaseLogger } from 'fastify';
import * as v from 'valibot';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/rules/calendar.ts';
import { KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { PRIZE_KINDS } from '../../src/rules/prizes.ts';
import {
  type BankDetails,
  openBankAccount,
  SHOWN_DIGITS,
} from '../accounts/profile/bank-accounts.ts';
import { oldestAsked, workThrough } from '../database/due-work.ts';
import { type CardEvent, keepEvent } from '../payments/take-back.ts';
import type { Services } from '../services.ts';
import { advancePayout } from './advance-payout.ts';
import { awaitsSearch, isAwaitingSearch, mayBeGone, searchSent } from './after-restore.ts';
import { askProvider, readTopUp } from './ask-provider.ts';
import { findHoldReasons } from './conditions.ts';
import { prizeName, recordSendAnswer, sendReference } from './send-answer.ts';
import { type Payout, takePayout } from './settle.ts';

type Sending = Pick<Services, 'db' | 'vault' | 'now' | 'config' | 'transfers' | 'billing'>;
type Log = Pick<FastifyBaseLogger, 'warn'>;

const AT_ONCE = 50;
/** How often a provider is asked about what is on its way: on its first day, and later. */
const ASKED_AGAIN_AFTER_MS = MINUTE_MS;
const ASKED_AGAIN_LATER_MS = HOUR_MS;

/**
 * Sends approved prizes where a provider sends them, and asks about those on their way until they
 * have an end (game.md#payouts). Each is asked about before it is sent, since the database may be a copy
 * that does not know what went. A provider that does not answer is asked again; each sending has a
 * reference of its own, under which a provider pays once.
 */
export async function sendPrizes(services: Sending, log: Log, signal?: AbortSignal): Promise<void> {
  const { config } = services;
  if (!config.isContestOpen) return;
  await searchSent(services, log, signal);
  // One that fails is asked about again a minute later.
  const onFailure = (err: unknown, payout: number) =>
    log.warn({ err, payout }, 'sending a prize failed');
  const begin = async (id: number) => {
    if (await beginSending(services, id, false)) await askAbout(services, id);
  };
  await workThrough(await approved(services), { work: begin, onFailure }, signal);
  if (signal?.aborted) return;
  const ask = (id: number) => askAbout(services, id);
  await workThrough(await takeUnknown(services), { work: ask, onFailure }, signal);
}

/**
 * Asks about a payout on its way, and sends it where its provider knows nothing of it and all
 * conditions are met still: it may have waited for the provider's balance for days.
 */
async function askAbout(services: Sending, id: number): Promise<void> {
  const { db } = services;
  const payout = await db.transaction().execute((trx) => takePayout(trx, id));
  if (payout?.state !== 'sending' || payout.is_by_hand) return;
  const answer = await askProvider(services, payout, sentAs(payout));
  if (answer.outcome !== 'none') return recordSendAnswer(services, payout, answer);
  if (await callBack(services, payout)) return;
  const account =
    payout.kind === 'cash' ? await openBankAccount(db, services, payout.player_id) : null;
  if (account?.hash !== (payout.account_hash ?? undefined)) {
    const message = 'the bank account was changed before it was sent';
    return recordSendAnswer(services, payout, { outcome: 'bad-account', message });
  }
  return send(services, payout, account);
}

/** Holds a payout that has not left and is not to leave any more; `false` where it may leave now. */
function callBack({ db, config, now }: Sending, { id, sent_as }: Payout): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'sending' || payout.sent_as !== sent_as) return true;
    if (await mayBeGone(trx, payout)) return true;
    const reasons = await findHoldReasons(trx, config, payout, now());
    if (reasons.length === 0) return false;
    await advancePayout(trx, payout, { event: 'called-back', by: 'sender', reasons }, now());
    return true;
  });
}

async function send(services: Sending, payout: Payout, account: BankDetails | null): Promise<void> {
  const reference = sentAs(payout);
  const { kind, net_kobo: kobo } = payout;
  if (kind === 'cash') {
    if (account === null) throw new Error('a cash prize is sent without an account');
    const { acctNumber: accountNumber, bankCode, acctName: accountName } = account;
    const to = { reference, kobo, accountNumber, bankCode, accountName };
    return recordSendAnswer(services, payout, await services.transfers.send(to));
  }
  const phone = await phoneOf(services, payout.player_id);
  const naira = kobo / KOBO_PER_NAIRA;
  const given = await services.billing.topUp({ phone, kind, naira, reference });
  return recordSendAnswer(services, payout, readTopUp(given));
}

function sentAs({ id, sent_as }: Payout): string {
  if (sent_as === null) throw new Error(`payout ${id} is sent as nothing`);
  return sent_as;
}

async function phoneOf({ db }: Sending, playerId: number): Promise<string> {
  const { phone } = await db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow();
  return phone;
}

async function approved({ db, config }: Sending): Promise<number[]> {
  const { isSentByProvider } = config;
  const kinds = PRIZE_KINDS.filter((kind) => isSentByProvider[kind]);
  if (kinds.length === 0) return [];
  const rows = await db
    .selectFrom('payouts')
    .select('id')
    .where('state', '=', 'approved')
    .where('kind', 'in', kinds)
    .where(({ not }) => not(awaitsSearch))
    .orderBy('approved_at')
    .limit(AT_ONCE)
    .execute();
  return rows.map(({ id }) => id);
}

/** Payouts that this process asks about now; other processes leave them alone for a minute. */
async function takeUnknown({ db, now }: Sending): Promise<number[]> {
  const before = (ms: number) => new Date(now() - ms);
  const rows = await db
    .with('due', (eb) =>
      eb
        .selectFrom('payouts')
        .select('id')
        .where('state', '=', 'sending')
        .where('is_by_hand', '=', false)
        .where(({ eb, and, or }) =>
          or([
            and([
              eb('sent_at', '>', before(DAY_MS)),
              eb('provider_asked_at', '<=', before(ASKED_AGAIN_AFTER_MS)),
            ]),
            eb('provider_asked_at', '<=', before(ASKED_AGAIN_LATER_MS)),
          ]),
        )
        .$call((due) => oldestAsked(due, 'provider_asked_at')),
    )
    .updateTable('payouts')
    .set({ provider_asked_at: new Date(now()) })
    .where('id', 'in', (eb) => eb.selectFrom('due').select('id'))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Has an approved payout sent, if all conditions are still met: what it gives is to be sent, once,
 * as its `sent_as`. `null` for one that is held now, is not approved, or is another process's.
 */
export async function beginSending(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config'>,
  id: number,
  isByHand: boolean,
): Promise<Payout | null> {
  const { db, now, config } = services;
  if (!config.isContestOpen) return null;
  const at = now();
  return db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'approved' || (await isAwaitingSearch(trx, id))) return null;
    const reasons = await findHoldReasons(trx, config, payout, at);
    if (reasons.length > 0) {
      await advancePayout(trx, payout, { event: 'held', by: 'check', reasons }, at);
      return null;
    }
    const account =
      payout.kind === 'cash' ? await openBankAccount(trx, services, payout.player_id) : null;
    const to = account && {
      hash: account.hash,
      bankName: account.bankName,
      ending: account.acctNumber.slice(-SHOWN_DIGITS),
    };
    const sentAs = sendReference(await prizeName(trx, payout), payout.failures);
    return advancePayout(
      trx,
      payout,
      { event: 'sent', by: 'sender', sentAs, account: to, isByHand },
      at,
    );
  });
}

const transferSchema = v.object({ reference: v.pipe(v.string(), v.maxLength(100)) });

/**
 * A signed word on a transfer is a reason to ask its provider now. One that tells of nothing that is
 * on its way, such as money that came back after it was paid, is kept for the operator.
 */
export async function takeTransferEvent(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config' | 'transfers' | 'billing'>,
  said: CardEvent,
): Promise<void> {
  const { db, now } = services;
  const read = v.safeParse(transferSchema, said.data);
  const sent = read.success ? read.output.reference : '';
  const payout = await db
    .selectFrom('payouts')
    .select(['id', 'state'])
    .where('sent_as', '=', sent)
    .executeTakeFirst();
  if (payout?.state === 'sending') return askAbout(services, payout.id);
  const known = payout?.state === 'paid' ? 'transfer.success' : 'transfer.failed';
  if (payout && said.event === known) return;
  await db.transaction().execute((trx) => keepEvent(trx, { reference: sent, ...said }, now()));
}
