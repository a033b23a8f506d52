import type { FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import { ENTRIES, type SentArrival } from '../../../src/contract/user.ts';
import { DAY_MS, lagosDate } from '../../../src/rules/calendar.ts';
import { lockText } from '../../database/locks.ts';
import type { Db } from '../../database/tables.ts';
import type { Services } from '../../services.ts';

/** The number of link names that are stored a day, so that invented names cannot fill the disk. */
const NAMES_PER_DAY = 200;
const NAME_MAX_CHARS = 64;
const MEMORY_MS = 365 * DAY_MS;

const OTHER = 'other';
const UNKNOWN = 'unknown';
/**
 * The app's own sources are always counted under their names, however many names links have brought that day.
 */
const OWN: readonly string[] = [...ENTRIES, 'share', UNKNOWN, OTHER];

/** How a player came: the names in their link, or else the entry point. */
type CameBy = { source: string; campaign: string };

/**
 * Counts a sign-up or a log-in by its day, source and campaign (links.md#sign-ins-by-source); nothing about
 * the player is stored. It never throws: if counting fails, or would have to wait long for a lock, the
 * arrival is not counted.
 */
export async function countArrival(
  { db, now }: Pick<Services, 'db' | 'now'>,
  request: FastifyRequest,
  what: 'sign_ups' | 'log_ins',
  sent: SentArrival,
): Promise<void> {
  try {
    await count(db, lagosDate(now()), what, cameBy(sent));
  } catch (err) {
    request.log.warn({ err }, 'an arrival could not be counted');
  }
}

async function count(db: Db, day: string, what: 'sign_ups' | 'log_ins', by: CameBy): Promise<void> {
  const counted = await db
    .updateTable('arrival_counts')
    .set(({ eb, ref }) => ({ [what]: eb(ref(what), '+', 1) }))
    .where('day', '=', day)
    .where('source', '=', by.source)
    .where('campaign', '=', by.campaign)
    .executeTakeFirst();
  if (counted.numUpdatedRows > 0n) return;
  await db.transaction().execute(async (trx) => {
    await sql`set local lock_timeout = '500ms'`.execute(trx);
    // New names are stored one after the other, so that each call sees how many names the day has already.
    await lockText(trx, 'arrival names');
    const { source, campaign } = (await hasRoom(trx, day, by))
      ? by
      : { source: OTHER, campaign: '' };
    const first = { sign_ups: 0, log_ins: 0, [what]: 1 };
    await trx
      .insertInto('arrival_counts')
      .values({ day, source, campaign, ...first })
      .onConflict((conflict) =>
        conflict
          .columns(['day', 'source', 'campaign'])
          .doUpdateSet(({ eb, ref }) => ({ [what]: eb(ref(`arrival_counts.${what}`), '+', 1) })),
      )
      .execute();
  });
}

const isOwn = ({ source, campaign }: CameBy) => campaign === '' && OWN.includes(source);

/** Whether the day has a row for this name, or room for one more row. */
async function hasRoom(db: Db, day: string, by: CameBy): Promise<boolean> {
  if (isOwn(by)) return true;
  const rows = await db
    .selectFrom('arrival_counts')
    .select(['source', 'campaign'])
    .where('day', '=', day)
    .execute();
  const isKnown = rows.some(
    ({ source, campaign }) => source === by.source && campaign === by.campaign,
  );
  return isKnown || rows.filter((row) => !isOwn(row)).length < NAMES_PER_DAY;
}

function cameBy({ entry, social, source, campaign }: SentArrival): CameBy {
  const came = nameOf(entry);
  return {
    source: nameOf(source) || (OWN.includes(came) ? came : UNKNOWN),
    campaign: nameOf(campaign) || nameOf(social),
  };
}

/** Gives a link's name in one spelling. A name that may be a phone number is replaced. */
function nameOf(text: string | null | undefined): string {
  const name = (text ?? '').normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
  const isNumber = /\d{5}/.test(name.replaceAll(/[^\p{L}\p{N}]/gu, ''));
  // The name is cut here because normalizing can make it longer than it was sent.
  return isNumber ? OTHER : name.slice(0, NAME_MAX_CHARS);
}

/** A day's counts, the largest first, and their sums. */
export async function readArrivals(db: Db, day: string) {
  const found = await db
    .selectFrom('arrival_counts')
    .select(['source', 'campaign', 'sign_ups', 'log_ins'])
    .where('day', '=', day)
    .orderBy('sign_ups', 'desc')
    .orderBy('log_ins', 'desc')
    .orderBy('source')
    .orderBy('campaign')
    .execute();
  const rows = found.map(({ source, campaign, sign_ups, log_ins }) => {
    return { source, campaign, signUps: Number(sign_ups), logIns: Number(log_ins) };
  });
  const total = (of: 'signUps' | 'logIns') => rows.reduce((sum, row) => sum + row[of], 0);
  return { rows, signUps: total('signUps'), logIns: total('logIns') };
}

/** The day's sums, for Prometheus. Names of links are not used as labels. */
export async function describeArrivals(db: Db, now: number): Promise<string[]> {
  const { signUps, logIns } = await readArrivals(db, lagosDate(now));
  return [
    '# HELP fom_sign_ups_total Sign-ups since midnight in Lagos.',
    '# TYPE fom_sign_ups_total counter',
    `fom_sign_ups_total ${signUps}`,
    '# HELP fom_log_ins_total Log-ins since midnight in Lagos.',
    '# TYPE fom_log_ins_total counter',
    `fom_log_ins_total ${logIns}`,
  ];
}

/** Deletes counts that are more than a year old. */
export async function deleteOldArrivals(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom('arrival_counts')
    .where('day', '<', lagosDate(now - MEMORY_MS))
    .execute();
}
