import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { workThrough } from '../database/due-work.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { advancePayout } from './advance-payout.ts';
import { askProvider, type SendAnswer } from './ask-provider.ts';
import { nameIn, prizeName, recordSendAnswer, sendReference } from './send-answer.ts';
import { type Payout, takePayout } from './settle.ts';

type Searching = Pick<Services, 'db' | 'now' | 'config' | 'transfers' | 'billing'>;
type Log = Pick<FastifyBaseLogger, 'warn'>;

/** More sendings of one prize than that have not failed. */
const SENDINGS_MAX = 50;

/** The restore that operators have not answered yet. */
export function findOpenRestore(db: Db) {
  return db
    .selectFrom('restores')
    .select(['id', 'at'])
    .where('answered_at', 'is', null)
    .executeTakeFirst();
}

/** That a payout may have been sent before a restore, and has not been looked for since. */
export const awaitsSearch = sql<boolean>`exists (
  select from restores where restores.at > payouts.period_end
  and (payouts.searched_at is null or payouts.searched_at < restores.at)
)`;

/** The same of one payout. */
export async function isAwaitingSearch(db: Db, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('payouts')
    .select('id')
    .where('id', '=', id)
    .where(awaitsSearch)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Looks for every prize that may have left before a restore: its provider is asked, and what operators
 * say went by hand is gone. What is found is taken over. The rest goes on once operators have answered:
 * how prizes left, and what was refused, may have changed since the copy was made.
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
  const isOpen = await isWaiting(db);
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

/** Whether a restore waits for an answer, and prizes for it. */
export async function isWaiting(db: Db): Promise<boolean> {
  return (await findOpenRestore(db)) !== undefined;
}

/** Whether a prize on its way, of which its provider knows nothing, may have gone by hand before a restore. */
export async function mayBeGone(trx: Trx, payout: Payout): Promise<boolean> {
  if (!(await isAwaitingSearch(trx, payout.id))) return false;
  return (await isWaiting(trx)) || (await isGoneByHand(trx, payout));
}

/** Gives `false` for a prize that waits for the operators' answer. */
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
  // Behind one that failed, or that its provider does not know, another may have gone by hand.
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

/** Whether operators said that a prize went. */
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

/** On its way by a provider, which is asked about it anyway; if that one failed, there may be a next. */
const isAskedAbout = ({ state, is_by_hand }: Payout) => state === 'sending' && !is_by_hand;

type Known = { sentAs: string; failures: number; answer: SendAnswer };

/** The newest sending that the provider knows: behind one that failed there may be another. */
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

/** What operators are told while prizes wait for them. */
export const WAITS =
  'The database was restored: prizes wait until you say what went by hand since the copy. See the bank statement, then: npm run admin -- payouts went REFERENCES|none --why …';
