import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';
import type { BankQuestion, QuestionBank } from '../../question-bank/reader/bank.ts';
import { QUESTION_REPORT_REASONS } from '../../src/contract/question-reports.ts';
import { lagosDate } from '../../src/rules/calendar.ts';
import type { Level } from '../../src/rules/levels.ts';
import { formatKobo, KOBO_PER_NAIRA } from '../../src/rules/money.ts';
import { formatNumber } from '../../src/rules/numbers.ts';
import { openRanking } from '../boards/ranking.ts';
import { type Difference, type Rebuilt, rebuildBoards } from '../boards/rebuild.ts';
import { readVitals, VITAL_BOUNDS, type VitalCounts } from '../client-reports/client-reports.ts';
import type { Db, ReportSample, Trx } from '../database/tables.ts';
import { closeClaims } from '../payments/claims.ts';
import { markSent } from '../payments/take-back.ts';
import {
  added,
  medianMs,
  noCounts,
  type Stat,
  shownOf,
  TIMES_MS,
} from '../rounds/health/answers.ts';
import {
  forgetAnswers,
  LEAST_ANSWERS,
  readStats,
  type Suspicion,
} from '../rounds/health/health.ts';
import { UNKNOWN_BAND } from '../rounds/health/strength.ts';
import type { Tally } from '../rounds/likelihood.ts';
import { freshByLevel, readPlayed } from '../rounds/played.ts';
import { listFaults } from './command.ts';
import { findOperator, logChange } from './operators.ts';
import { type CommandResult, type Desk, DeskError } from './socket.ts';
import { askOneOrTwo } from './two-people.ts';

type Copying = { file: string; key: string | null };

/**
 * Writes a copy of the database to a new file while the server goes on. Throws DeskError without an
 * operator's key, and if the file exists.
 */
export async function backUpDatabase(
  { db, now, backUp }: Pick<Desk, 'db' | 'now' | 'backUp'>,
  { file, key }: Copying,
): Promise<string> {
  const operator = await findOperator(db, key);
  if (!isAbsolute(file)) throw new DeskError('The file is named by its whole path');
  if (existsSync(file)) throw new DeskError(`${file} is there already`);
  // The command is logged before it runs, so that the log is in the copy too.
  const log = { command: 'database backup', reference: file };
  await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
  await backUp(file);
  return `The database is copied to ${file}`;
}

type Rebuilding = { why: string; key: string | null };

/** Lists where the boards and the ledger disagree; the command fails if there is any difference. */
export async function checkBoards({ db }: Pick<Desk, 'db'>): Promise<CommandResult> {
  const rebuilt = await rebuildBoards(db, false);
  return { lines: linesOf(rebuilt), isDone: isRight(rebuilt) };
}

/**
 * Recomputes all scores from the ledger and corrects differences. Throws DeskError without an operator's key,
 * and if the sorted sets could not be discarded.
 */
export async function rebuildAllBoards(
  { db, config, now }: Pick<Desk, 'db' | 'config' | 'now'>,
  { why, key }: Rebuilding,
  open = openRanking,
): Promise<CommandResult> {
  const operator = await findOperator(db, key);
  const ranking = await open(config.rankUrl, db, { warn: () => {} });
  const forget = () =>
    ranking.forget().catch(({ message }: Error) => {
      throw new DeskError(
        `The sorted sets are still the old ones (${message}): rebuild again once the store answers`,
      );
    });
  try {
    // The sets are discarded even if nothing differs, because an earlier rebuild may have ended before it
    // discarded them.
    await forget();
    const log = { command: 'boards rebuild', why };
    await db.transaction().execute((trx) => logChange(trx, operator, log, now()));
    const rebuilt = await rebuildBoards(db, true);
    const lines = linesOf(rebuilt);
    if (isRight(rebuilt)) return { lines };
    // Meanwhile some sets may have been filled again with the old scores.
    await forget();
    return { lines: [...lines, 'The boards have been put right.'] };
  } finally {
    await ranking.close();
  }
}

const isRight = ({ differences, miscounted }: Rebuilt) => differences.length + miscounted === 0;

function linesOf({ results, scores, differences, miscounted }: Rebuilt): string[] {
  return [
    `${results} results in the ledger make ${scores} scores.`,
    ...listFaults('Scores that differ', differences.map(lineOf)),
    `Figures that are counted wrong: ${miscounted === 0 ? 'nothing' : miscounted}`,
  ];
}

function lineOf({ board, pool, startsAt, playerId, onBoard, inLedger }: Difference): string {
  const figure = (points: number | null) => (points === null ? 'nothing' : `${points} points`);
  const where = `${board} of ${pool} from ${lagosDate(startsAt)}, player ${playerId}`;
  return onBoard === inLedger
    ? `${where}: ${figure(onBoard)}, reached at another moment`
    : `${where}: ${figure(onBoard)} on the board, ${figure(inLedger)} in the ledger`;
}

type Closing = {
  command: 'settle' | 'sent';
  reference: string;
  why: string;
  key: string | null;
};

/**
 * Closes a debt, or a refund that an operator sent by hand. A large debt needs two operators. Throws
 * DeskError.
 */
export async function closePayment(
  { db, now, config }: Pick<Desk, 'db' | 'now' | 'config'>,
  { command, reference, why, key }: Closing,
): Promise<{ lines: string[] }> {
  const operator = await findOperator(db, key);
  const lines = await db.transaction().execute(async (trx) => {
    await logChange(trx, operator, { command, reference, why }, now());
    if (command === 'sent') return [await noteSent(trx, reference, now())];
    const waiting = await askAbout(trx, config, { operator, reference }, now());
    return waiting ?? [await settleClaim(trx, reference, now())];
  });
  return { lines };
}

/**
 * A cancelled debt of coins counts towards an operator's limit like coins that are given. A cancelled ticket
 * counts with its price.
 */
async function askAbout(
  trx: Trx,
  { twoPeopleAboveCoins, twoPeopleAboveNaira }: Desk['config'],
  { operator, reference }: { operator: string; reference: string },
  now: number,
): Promise<string[] | null> {
  const claims = await trx
    .selectFrom('claims')
    .select(['player_id as playerId', 'coins', 'tickets'])
    .where('reference', '=', reference)
    .where('closed_at', 'is', null)
    .forUpdate()
    .execute();
  const [claim] = claims;
  if (!claim) return null;
  const { playerId } = claim;
  const amount = claims.reduce((sum, { coins }) => sum + coins, 0);
  const moved =
    claim.tickets > 0
      ? {
          unit: 'kobo' as const,
          amount: await costOf(trx, reference),
          limit: twoPeopleAboveNaira * KOBO_PER_NAIRA,
        }
      : { unit: 'coins' as const, amount, limit: twoPeopleAboveCoins };
  const asked = { subject: `payments settle ${reference}`, says: `${moved.amount} ${moved.unit}` };
  return askOneOrTwo(trx, operator, { asked, moved: { playerId, ...moved } }, now);
}

async function costOf(trx: Trx, reference: string): Promise<number> {
  const { kobo } = await trx
    .selectFrom('payments')
    .select('kobo')
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
  return kobo;
}

async function settleClaim(trx: Trx, reference: string, now: number): Promise<string> {
  const { coins, tickets } = await closeClaims(trx, { reference }, now);
  if (coins + tickets === 0) throw new DeskError(`Nothing is owed for ${reference}`);
  if (tickets > 0) return `Closed: ${tickets} ticket is owed no more. No ticket was taken`;
  return `Closed: ${formatNumber(coins)} coins are owed no more. No coins were taken`;
}

async function noteSent(trx: Trx, reference: string, now: number): Promise<string> {
  const sent = await markSent(trx, reference, now);
  if (sent === 'none') throw new DeskError(`No money is to be sent back for ${reference}`);
  if (sent === 'busy') {
    throw new DeskError('The provider is being asked: look again in a minute');
  }
  return `Noted as sent: ${formatKobo(sent.kobo)}`;
}

type Clearing = { id: string; why: string; key: string | null };

/**
 * Clears a question that waits for the editor, so that it is dealt again. Throws DeskError if no question
 * with that id waits.
 */
export async function clearQuestion(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { id, why, key }: Clearing,
): Promise<string> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    if (!(await forgetAnswers(trx, id))) throw new DeskError(`No question ${id} waits for you`);
    await logChange(trx, operator, { command: 'questions clear', reference: id, why }, now());
    return `${id} is dealt again within ten minutes, and judged by new answers`;
  });
}

const SUSPICIONS: Readonly<Record<Suspicion, string>> = {
  key: 'the strong get it wrong, look at its key',
  fast: 'answered before it can be read',
};

/** Last night's verdicts on questions, with their figures. */
export async function showHealth(db: Db, { questions }: QuestionBank): Promise<string[]> {
  const rows = await db.selectFrom('question_standings').selectAll().execute();
  const verdicts = new Map(rows.map((row) => [row.question_id, row]));
  const stats = await readStats(db);
  const known = questions.flatMap((question) => {
    const verdict = verdicts.get(question.id);
    return verdict ? [{ question, verdict, stats: stats.get(question.id) ?? [] }] : [];
  });
  const suspects = known.flatMap(({ question, verdict: { suspicion }, stats: own }) =>
    suspicion === null
      ? []
      : [`${question.id}: ${SUSPICIONS[suspicion]}`, ...asked(question), `  ${figures(own)}`],
  );
  const moved = known.flatMap(({ question, verdict: { level, difficulty, error }, stats: own }) =>
    level === null || level === question.level
      ? []
      : [
          `${question.id}: ${question.level} in the bank, dealt as ${level} (difficulty ${difficulty.toFixed(2)} ± ${error.toFixed(2)})`,
          `  ${figures(own)}`,
        ],
  );
  const judged = known.filter(({ verdict }) => verdict.level !== null).length;
  const { level, key, fast } = LEAST_ANSWERS;
  return [
    `Dealt no more until you clear, correct or retire them: ${suspects.length / 3}`,
    ...suspects,
    '',
    `Dealt at another level than the bank has them at: ${moved.length / 2}`,
    ...moved,
    '',
    `${judged} of ${questions.length} questions have the answers that tell their level; the others have too few.`,
    `A level takes ${level} answers of players whose strength is known, a key ${key}, too fast ${fast}.`,
  ];
}

const asked = ({ question, answer }: BankQuestion): string[] => [`  ${question} ${answer}`];

function figures(stats: readonly Stat[]): string {
  const all = stats.reduce(added, noCounts());
  const shown = shownOf(all);
  const { weak, strong } = halvesOf(stats);
  return [
    `${percent(all.right, shown)} right of ${shown}`,
    `${percent(all.skipped, shown)} skipped`,
    `${percent(all.timedOut, shown)} ran out`,
    `answered right by the weak ${percent(weak.right, weak.right + weak.wrong)}, by the strong ${percent(strong.right, strong.right + strong.wrong)}`,
    `half within ${(medianMs(all, TIMES_MS) / 1000).toFixed(1)} s`,
  ].join(', ');
}

/**
 * The answers of the weaker and of the stronger half of the players. The halves are as equal as the bands
 * allow.
 */
function halvesOf(stats: readonly Stat[]) {
  const bands = stats
    .filter(({ band }) => band !== UNKNOWN_BAND)
    .toSorted((a, b) => a.band - b.band);
  const all = shownOf(bands.reduce(added, noCounts()));
  let before = 0;
  const isWeak = bands.map((band) => {
    const middle = before + shownOf(band) / 2;
    before += shownOf(band);
    return middle <= all / 2;
  });
  return {
    weak: bands.filter((_, index) => isWeak[index]).reduce(added, noCounts()),
    strong: bands.filter((_, index) => !isWeak[index]).reduce(added, noCounts()),
  };
}

const percent = (part: number, whole: number): string =>
  whole === 0 ? 'nobody' : `${Math.round((100 * part) / whole)} %`;

/**
 * The players who may not choose a picture or nickname, each with the end of the lock; the earliest end comes
 * first.
 */
export async function showLocks(db: Db, now: number): Promise<string[]> {
  const at = new Date(now);
  const players = await db
    .selectFrom('players')
    .select(['id', 'phone', 'nickname', 'picture_locked_until', 'name_locked_until'])
    .where((eb) => eb.or([eb('picture_locked_until', '>', at), eb('name_locked_until', '>', at)]))
    .orderBy(({ fn }) => fn('least', ['picture_locked_until', 'name_locked_until']))
    .orderBy('id')
    .execute();
  if (players.length === 0) return ['Nothing is locked'];
  return players.map(({ id, phone, nickname, picture_locked_until, name_locked_until }) => {
    const until = (what: string, end: Date | null) =>
      end !== null && end > at ? [`${what} until ${end.toISOString()}`] : [];
    const locked = [
      ...until('picture', picture_locked_until),
      ...until('nickname', name_locked_until),
    ];
    return `${id} ${phone} ${nickname}: ${locked.join(', ')}`;
  });
}

const SHOWN = 50;
/** Web vitals are judged by what 75 % of the phones reach, not by the median phone. */
const MOST = 0.75;

/**
 * The errors that phones reported on a day, the most frequent first, and the speed that most phones reached.
 */
export async function showClientReports(db: Db, day: string): Promise<string[]> {
  const errors = await db
    .selectFrom('client_reports')
    .selectAll()
    .where('day', '=', day)
    .where('kind', '=', 'error')
    .orderBy('count', 'desc')
    .orderBy('first_at')
    .orderBy('fingerprint')
    .execute();
  const lines = errors
    .slice(0, SHOWN)
    .flatMap(({ count, build, first_at, last_at, sample }) => [
      `${count} × ${build}, ${timeOf(first_at)} to ${timeOf(last_at)}${whatIs(sample)}`,
      ...(sample?.kind === 'error'
        ? [`    ${sample.message}`, `    ${sample.frames.join(' < ')}`]
        : []),
    ]);
  if (errors.length > SHOWN) lines.push('More are in the table client_reports');
  lines.push(...(await readVitals(db, day)).map(describe));
  return lines.length === 0 ? [`Nothing was reported on ${day}`] : lines;
}

function whatIs(sample: ReportSample | null): string {
  if (sample?.kind !== 'error') return ': different ones beyond those that a day has room for';
  const { where, route, version, browser, connection, memory } = sample;
  const phone = [version, browser, connection, memory === undefined ? undefined : `${memory} GB`];
  const first = phone.filter((part) => part !== undefined).join(', ');
  return `, ${where} ${route}${first === '' ? '' : `, first on ${first}`}`;
}

function describe({ name, buckets, count }: VitalCounts): string {
  const unit = name === 'CLS' ? '' : ' ms';
  const [last] = VITAL_BOUNDS[name].slice(-1);
  const most = buckets.find(({ within }) => within >= MOST * count)?.le;
  return most === '+Inf'
    ? `${name}: more than one of four visits above ${last}${unit}, of ${count}`
    : `${name}: three of four visits within ${most}${unit}, of ${count}`;
}

/** The time of day in Lagos, to the minute. */
function timeOf(at: Date): string {
  return at.toLocaleTimeString('en-NG', {
    timeZone: 'Africa/Lagos',
    hour12: false,
    hour: '2-digit',
    minute: '2-digit',
  });
}

const REPORTS_SHOWN = 100;

/** Added to each player's answers, so that a player without answers counts as right half of the time. */
const UNKNOWN = { right: 5, asked: 10 };

/** How the list is sorted: by the number of reporters, or by their strength. */
type ReportOrder = 'number' | 'strength';

/** Questions with open reports, the most reported first (questions.md#wrong-questions). */
export async function showQuestionReports(
  { db, now, readBank }: Pick<Desk, 'db' | 'now' | 'readBank'>,
  order: ReportOrder,
): Promise<string[]> {
  const reports = await db
    .selectFrom('question_reports')
    .select(['question_id', 'player_id', 'level', 'reason', 'at'])
    .where('closed_at', 'is', null)
    .execute();
  if (reports.length === 0) return ['No question is reported'];
  const strengthOf = strengths(db, now());
  const texts = new Map(readBank().questions.map((one) => [one.id, one]));
  const rows = [];
  for (const [id, ones] of Map.groupBy(reports, (report) => report.question_id)) {
    let strength = 0;
    for (const { player_id, level } of ones) strength += await strengthOf(player_id, level);
    rows.push({ id, ones, number: ones.length, strength });
  }
  const other = order === 'number' ? 'strength' : 'number';
  const sorted = rows.toSorted((a, b) => b[order] - a[order] || b[other] - a[other]);
  const lines = sorted.slice(0, REPORTS_SHOWN).flatMap(({ id, ones, number, strength }) => {
    const reasons = QUESTION_REPORT_REASONS.map((reason) => {
      return { reason, times: ones.filter((one) => one.reason === reason).length };
    }).filter(({ times }) => times > 0);
    const why = reasons.map(({ reason, times }) => `${reason} ${times}`).join(', ');
    const asked = texts.get(id);
    return [
      `${id}: ${number} reports, strength ${strength.toFixed(1)}: ${why}`,
      asked ? `  ${asked.question} ${asked.answer}` : '  It is in play no more',
    ];
  });
  if (sorted.length > REPORTS_SHOWN) lines.push('More are in the table question_reports');
  return lines;
}

/**
 * The weight of a player's report at a level, from 0 to 1: the share of their answers there that are right.
 */
function strengths(db: Db, now: number) {
  const known = new Map<number, Promise<Record<Level, Tally>>>();
  const read = async (playerId: number) =>
    freshByLevel(await readPlayed(db, playerId, { startsAt: now, endsAt: now }));
  return async (playerId: number, level: Level): Promise<number> => {
    const reading = known.get(playerId) ?? read(playerId);
    known.set(playerId, reading);
    const { right, asked } = (await reading)[level];
    return (right + UNKNOWN.right) / (asked + UNKNOWN.asked);
  };
}

type Dismissing = { id: string; why: string; key: string | null };

/**
 * Closes the reports of a question that is right. Later reports of it count again. Throws DeskError if the
 * question has no open report.
 */
export async function dismissReports(
  { db, now }: Pick<Desk, 'db' | 'now'>,
  { id, why, key }: Dismissing,
): Promise<string> {
  const operator = await findOperator(db, key);
  return db.transaction().execute(async (trx) => {
    const closed = await trx
      .updateTable('question_reports')
      .set({ closed_at: new Date(now()) })
      .where('question_id', '=', id)
      .where('closed_at', 'is', null)
      .returning('player_id')
      .execute();
    if (closed.length === 0) throw new DeskError(`No report of ${id} is open`);
    await logChange(trx, operator, { command: 'questions dismiss', reference: id, why }, now());
    return `${closed.length} reports of ${id} are closed; it stays in play`;
  });
}
