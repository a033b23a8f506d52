import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { PRIZE_KINDS } from '../../src/rules/prize-table.ts';
import type { Db, Trx } from '../database/tables.ts';
import type { Services } from '../services.ts';
import { askProvider, type SendAnswer } from './ask-provider.ts';
import { enterAnswer } from './enter-answer.ts';
import { type Payout, takePayout } from './payout.ts';
import { nameIn, prizeName, sendReference } from './send-reference.ts';
import { step } from './step.ts';

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
 * say went by hand is gone. What is found is taken over, the rest goes on as ever. Prizes of a kind that
 * has ever left by hand wait for the operators' answer.
 */
export async function searchSent(
  services: Searching,
  log: Log,
  signal?: AbortSignal,
): Promise<void> {
  const { db } = services;
  const due = await db
    .selectFrom('payouts')
    .select(['id', 'kind'])
    .where('state', 'not in', ['paid', 'refused', 'lapsed'])
    .where(({ or, eb }) => or([eb('state', '<>', 'sending'), eb('is_by_hand', '=', true)]))
    .where(awaitsSearch)
    .orderBy('id')
    .execute();
  if (due.length === 0) return;
  const waiting = await kindsThatWait(services);
  for (const { id, kind } of due) {
    if (signal?.aborted) return;
    if (waiting.includes(kind)) continue;
    try {
      await searchFor(services, id);
    } catch (err) {
      log.warn({ err, payout: id }, 'looking for a prize that may have been sent failed');
    }
  }
  if (waiting.length > 0) log.warn({ kinds: waiting }, WAITS);
}

/** Kinds of prize that wait for the operators' answer: those that a person sends, or has sent before. */
async function kindsThatWait({ db, config }: Pick<Searching, 'db' | 'config'>) {
  if (!(await findOpenRestore(db))) return [];
  const rows = await db
    .selectFrom('payouts')
    .select('kind')
    .distinct()
    .where('is_by_hand', '=', true)
    .execute();
  const before = rows.map(({ kind }) => kind);
  return PRIZE_KINDS.filter((kind) => !config.isSentByProvider[kind] || before.includes(kind));
}

/** Whether a restore waits for an answer that prizes wait for. */
export async function isWaiting(services: Pick<Searching, 'db' | 'config'>): Promise<boolean> {
  return (await kindsThatWait(services)).length > 0;
}

async function searchFor(services: Searching, id: number): Promise<void> {
  const { db, now, config } = services;
  const payout = await db
    .selectFrom('payouts')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const name = await prizeName(db, payout);
  const isGone = await isGoneByHand(db, [name, nameIn(payout.sent_as ?? '') ?? name]);
  const asks = !isGone && payout.state !== 'sending' && config.isSentByProvider[payout.kind];
  const known = asks ? await askForNewest(services, payout, name) : null;
  const found = isGone
    ? { sentAs: sendReference(name, payout.failures), failures: payout.failures, isByHand: true }
    : known && { ...known, isByHand: false };
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
        : await step(trx, same, { event: 'found', by: 'sender', ...found }, at);
    return isGone ? step(trx, sending, { event: 'paid', by: 'sender' }, at) : sending;
  });
  if (taken && known) await enterAnswer(services, taken, known.answer);
}

async function isGoneByHand(db: Db | Trx, names: string[]): Promise<boolean> {
  const row = await db
    .selectFrom('gone_prizes')
    .select('prize')
    .where('prize', 'in', names)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

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
