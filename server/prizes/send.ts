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
import { openSignatures, type Sign } from '../crypto/signatures.ts';
import { oldestAsked, workThrough } from '../database/due-work.ts';
import type { Db, Trx } from '../database/tables.ts';
import { keepEvent, type ProviderEvent } from '../payments/reports.ts';
import type { TransferAnswer } from '../providers/transfers.ts';
import type { Services } from '../services.ts';
import { findHoldReasons } from './judge.ts';
import {
  advancePayout,
  awaitsSearch,
  isAwaitingSearch,
  type Payout,
  takePayout,
} from './payouts.ts';

type Sending = Pick<Services, 'db' | 'vault' | 'now' | 'config' | 'transfers' | 'billing'>;
type Log = Pick<FastifyBaseLogger, 'warn'>;

const AT_ONCE = 50;
/**
 * How often a provider is asked about a prize on its way: the first limit is for its first day, the second
 * for later.
 */
const ASKED_AGAIN_AFTER_MS = MINUTE_MS;
const ASKED_AGAIN_LATER_MS = HOUR_MS;

/**
 * Sends approved prizes of the kinds that a provider sends, and asks about prizes on their way until they are
 * paid or have failed (game.md#payouts). Before each sending the provider is asked, because the database may
 * be a copy that does not know of an earlier sending. If a provider does not answer, it is asked again. Each
 * sending has its own reference, and a provider pays once for each reference.
 */
export async function sendPrizes(services: Sending, log: Log, signal?: AbortSignal): Promise<void> {
  const { config } = services;
  if (!config.isContestOpen) return;
  await searchSent(services, log, signal);
  // A prize whose sending fails is asked about again a minute later.
  const onFailure = (err: unknown, payout: number) =>
    log.warn({ err, payout }, 'sending a prize failed');
  const begin = async (id: number) => {
    if (await beginSending(services, id, { isByHand: false })) await askAbout(services, id);
  };
  await workThrough(await approved(services), { work: begin, onFailure }, signal);
  if (signal?.aborted) return;
  const ask = (id: number) => askAbout(services, id);
  await workThrough(await takeUnknown(services), { work: ask, onFailure }, signal);
}

/**
 * Asks about a payout on its way. If the provider does not know the payout, it is sent. All conditions are
 * checked again before, because the payout may have waited for days until the provider had enough money.
 */
async function askAbout(services: Sending, id: number): Promise<void> {
  const { db } = services;
  // The transaction only reads, so it ends at once. It skips a payout that another process has locked.
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

/**
 * Holds a payout that has not left if a condition is no longer met. Gives `false` if the payout may be sent
 * now.
 */
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

/** Claims payouts that this process asks about now. Other processes leave them alone for a minute. */
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
 * Marks an approved payout as being sent, if all conditions are still met. The caller sends the payout that
 * is given back, once, under its `sent_as`. Gives `null` if the payout is not approved, is now held, or is
 * locked by another process.
 */
export async function beginSending(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config'>,
  id: number,
  { isByHand }: { isByHand: boolean },
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
 * Takes a provider's signed event about a transfer. For a prize on its way, the provider is asked at once.
 * Other events, for example about money that came back after it was paid, are stored for the operator. An
 * event that says what is known already is ignored.
 */
export async function takeTransferEvent(
  services: Pick<Services, 'db' | 'vault' | 'now' | 'config' | 'transfers' | 'billing'>,
  said: ProviderEvent,
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

/** What a provider answers about one sending of money, airtime or data. */
export type SendAnswer = TransferAnswer;

/** Asks the provider about the state of a sending. This never sends anything. Throws ProviderError. */
async function askProvider(
  { transfers, billing }: Pick<Services, 'transfers' | 'billing'>,
  { kind, net_kobo }: Payout,
  reference: string,
): Promise<SendAnswer> {
  if (kind === 'cash') return transfers.ask({ reference, kobo: net_kobo });
  return readTopUp(await billing.askTopUp(reference));
}

function readTopUp({ outcome }: Awaited<ReturnType<Services['billing']['topUp']>>) {
  if (outcome === 'refused') {
    return { outcome: 'failed', message: 'the network refused it' } as const;
  }
  return { outcome: outcome === 'sent' ? 'paid' : outcome } as const;
}

/**
 * Changes a payout on its way by its provider's answer. An answer about an earlier sending changes nothing.
 */
async function recordSendAnswer(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { id, sent_as }: Pick<Payout, 'id' | 'sent_as'>,
  answer: SendAnswer,
): Promise<void> {
  const at = now();
  await db.transaction().execute(async (trx) => {
    const payout = await takePayout(trx, id);
    if (payout?.state !== 'sending' || payout.sent_as !== sent_as) return;
    const said = 'message' in answer ? answer.message.slice(0, 300) : null;
    await trx.updateTable('payouts').set({ said }).where('id', '=', id).execute();
    switch (answer.outcome) {
      case 'paid':
        await advancePayout(trx, payout, { event: 'paid', by: 'sender' }, at);
        return;
      case 'failed':
        await advancePayout(trx, payout, { event: 'sent-back', by: 'sender', hasLeft: true }, at);
        return;
      case 'bad-account':
        await advancePayout(trx, payout, { event: 'sent-back', by: 'sender', hasLeft: false }, at);
        return;
      default:
      // Pending, unknown or refused for now: the payout stays on its way, and the provider is asked again.
    }
  });
}

const DIGITS = 20;

const SENDING = /^(prize-[0-9a-f]{20}|payout-po-[a-z0-9]{4}-\d{2})-\d{1,3}$/;

const SHOWN = /^PO-[A-Z0-9]{4}-\d{2}$/;

/**
 * The name of a prize, with which all its sendings begin. It is made from the prize's board, pool, tier and
 * period and the winner's number. These are the same after a restore, while ids and references are given
 * anew.
 */
export async function prizeName(db: Db, payout: Payout): Promise<string> {
  const { phone } = await db
    .selectFrom('players')
    .select('phone')
    .where('id', '=', payout.player_id)
    .executeTakeFirstOrThrow();
  return nameOf(await openSignatures(db), payout, phone);
}

function nameOf(sign: Sign, payout: Payout, phone: string): string {
  const { board, pool, tier, period_start, withdrawn_question } = payout;
  const of = [board, pool, tier, period_start.toISOString(), phone, withdrawn_question ?? ''];
  const signed = Buffer.from(sign('prize', of.join(' ')), 'base64url');
  return `prize-${signed.toString('hex').slice(0, DIGITS)}`;
}

/**
 * The reference of one sending of a prize; sendings are counted from 1. Providers allow only small letters,
 * digits and hyphens.
 */
export function sendReference(name: string, failures: number): string {
  return `${name}-${failures + 1}`;
}

/**
 * Reads the name of a prize from the reference of a sending, or from the older kind of reference that
 * exported files had. Gives `null` for any other text.
 */
export function nameIn(text: string): string | null {
  if (SHOWN.test(text)) return `payout-${text.toLowerCase()}`;
  return SENDING.exec(text)?.[1] ?? null;
}

type Searching = Pick<Services, 'db' | 'now' | 'config' | 'transfers' | 'billing'>;

/** A prize never has more failed sendings than this. */
const SENDINGS_MAX = 50;

/** The restore after which operators have not said yet which prizes were sent by hand. */
export function findOpenRestore(db: Db) {
  return db
    .selectFrom('restores')
    .select(['id', 'at'])
    .where('answered_at', 'is', null)
    .executeTakeFirst();
}

/**
 * Searches for every prize that may have been sent before a restore. It asks the provider, and for prizes
 * sent by hand it trusts the operators' list. A prize that is found is marked as sent. A prize that is not
 * found waits until operators have answered: since the copy was made, the way of sending may have changed,
 * and prizes may have been refused.
 */
export async function searchSent(
  services: Searching,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = services;
  const due = await db
    .selectFrom('payouts')
    .select('id')
    .where('state', 'not in', ['paid', 'refused', 'lapsed'])
    .where(awaitsSearch)
    .orderBy('id')
    .execute();
  if (due.length === 0) return;
  const isOpen = await hasOpenRestore(db);
  let left = 0;
  const searching = {
    work: async ({ id }: { id: number }) => {
      if (!(await searchFor(services, id, isOpen))) left += 1;
    },
    onFailure: (err: unknown, { id }: { id: number }) =>
      log.warn({ err, payout: id }, 'looking for a prize that may have been sent failed'),
  };
  await workThrough(due, searching, signal);
  if (signal?.aborted) return;
  if (isOpen && left > 0) log.warn({ left }, WAITS);
}

/** Whether a restore waits for the operators' answer. Prizes wait with it. */
export async function hasOpenRestore(db: Db): Promise<boolean> {
  return (await findOpenRestore(db)) !== undefined;
}

/** Whether a prize that its provider does not know may have been sent by hand before a restore. */
async function mayBeGone(trx: Trx, payout: Payout): Promise<boolean> {
  if (!(await isAwaitingSearch(trx, payout.id))) return false;
  return (await hasOpenRestore(trx)) || (await isGoneByHand(trx, payout));
}

/** Searches for one prize. Gives `false` if the prize must wait for the operators' answer. */
async function searchFor(services: Searching, id: number, isOpen: boolean): Promise<boolean> {
  const { db, now, config } = services;
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const name = await prizeName(db, payout);
  const isGone = await isGoneByHand(db, payout);
  const asks = !isGone && payout.state !== 'sending' && config.isSentByProvider[payout.kind];
  const known = asks ? await askForNewest(services, payout, name) : null;
  const found = isGone
    ? { sentAs: sendReference(name, payout.failures), failures: payout.failures, isByHand: true }
    : known && { ...known, isByHand: false };
  // If the provider knows of no sending or of a failed one, the prize may have been sent by hand instead.
  const mayHaveGone = found === null || known?.answer.outcome === 'failed';
  if (isOpen && mayHaveGone) return false;
  if (found === null && isAskedAbout(payout)) return true;
  const taken = await db.transaction().execute(async (trx) => {
    const at = now();
    const same = await takePayout(trx, id);
    if (same?.state !== payout.state || !(await isAwaitingSearch(trx, id))) return null;
    await trx
      .updateTable('payouts')
      .set({ searched_at: new Date(at) })
      .where('id', '=', id)
      .execute();
    if (found === null) return null;
    const sending =
      same.state === 'sending'
        ? same
        : await advancePayout(trx, same, { event: 'found', by: 'sender', ...found }, at);
    return isGone ? advancePayout(trx, sending, { event: 'paid', by: 'sender' }, at) : sending;
  });
  if (taken && known) await recordSendAnswer(services, taken, known.answer);
  return true;
}

/** Whether operators have recorded that a prize was sent by hand. */
async function isGoneByHand(db: Db | Trx, payout: Payout): Promise<boolean> {
  const name = await prizeName(db, payout);
  const names = [name, nameIn(payout.sent_as ?? '') ?? name];
  const row = await db
    .selectFrom('gone_prizes')
    .select('prize')
    .where('prize', 'in', names)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether the prize's provider is asked about it in any case. If that sending fails, another one may follow.
 */
const isAskedAbout = ({ state, is_by_hand }: Payout) => state === 'sending' && !is_by_hand;

type Known = { sentAs: string; failures: number; answer: SendAnswer };

/**
 * The newest sending that the provider knows. A failed sending may have been followed by another, so the
 * search goes on after it.
 */
async function askForNewest(
  services: Searching,
  payout: Payout,
  name: string,
): Promise<Known | null> {
  let newest: Known | null = null;
  for (let failures = payout.failures; failures < SENDINGS_MAX; failures += 1) {
    const sentAs = sendReference(name, failures);
    const answer = await askProvider(services, payout, sentAs);
    if (answer.outcome === 'none') break;
    newest = { sentAs, failures, answer };
    if (answer.outcome !== 'failed') break;
  }
  return newest;
}

/** What operators read in the log and in commands while prizes wait for them. */
export const WAITS =
  'The database was restored: prizes wait until you say what went by hand since the copy. See the bank statement, then: npm run admin -- payouts went REFERENCES|none --why …';
