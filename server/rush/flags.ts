import { sql } from 'kysely';
import { DAY_MS, dayOf, HOUR_MS, type Period } from '../../src/rules/calendar.ts';
import type { RushRow, RushRun } from '../../src/rules/rush-run.ts';
import { rushTimerMs } from '../../src/rules/tournament.ts';
import type { Db, LevelTimes, Trx } from '../database/tables.ts';
import { enterRunRepair } from '../ledger/entries.ts';
import { closeClaims } from '../payments/claims.ts';
import { isUndone, noteTicket } from '../payments/tickets.ts';
import { deviation, mean } from '../rounds/likelihood.ts';
import { CARRIER_PLAYERS_MIN, SHARED_BY_MIN } from '../rounds/traces.ts';
import { noteRepair } from '../rounds/withdrawn.ts';

/** A run as it was played, and how long each level took. */
export type PlayedRun = {
  run: Pick<RushRun, 'rows' | 'used'> & {
    questions: readonly { question: string; options: readonly string[] }[];
  };
  levels: readonly LevelTimes[];
};

/** With fewer answers than this, even times prove nothing. */
const EVEN_ANSWERS_MIN = 8;
/**
 * The standard deviation of answer times, in milliseconds, below which they are too even. Questions differ
 * in length by a hundred letters, so reading alone spreads a person's times by half a second. The times of
 * a program with a fixed delay vary with the connection only.
 */
const EVEN_MS = { sign: 250, hint: 500 };
/**
 * The same limits for the share of the clock that an answer took. The clock is 15 s and later 12 s, so a
 * program that waits for 80 % of the clock has even shares, but no even times.
 */
const EVEN_SHARE = { sign: 0.015, hint: 0.03 };
/** This many answers on each of the two clocks distinguish a share from a time. */
const EVEN_SHARE_ANSWERS_EACH = 2;

/** This many right answers that came too fast to read are a sign or a hint against a run. */
const HASTY_RIGHT_MIN = { sign: 5, hint: 3 };

/**
 * A phone that counted this much longer than the server is ahead. An honest phone's clock starts at most
 * 750 ms before the server's, and stops first.
 */
const AHEAD_MS = 1000;
const AHEAD_MIN = { sign: 2, hint: 1 };
/**
 * An answer is held back if the server waited this much longer for it than the phone counted, on an
 * otherwise fast connection.
 */
const HELD_BACK_MS = 6000;
const HELD_BACK_MIN = { sign: 5, hint: 4 };
const QUICK_LINE_MS = 1500;

/**
 * An answer as the server and the phone timed it. `letters` counts the letters of its question and options.
 */
export type SealedAnswer = {
  isRight: boolean;
  serverMs: number;
  phoneMs: number | null;
  timerMs: number;
  letters: number;
};

/**
 * Why a run looks implausible, one text for the operator per reason; empty if it does not
 * (game.md#implausible-runs).
 */
export function flagsOfRun(played: PlayedRun): string[] {
  return evidenceOf(played).signs;
}

/** The evidence against a run, by its times alone. */
export function evidenceOf(played: PlayedRun): Evidence {
  return evidenceOfAnswers(answersOf(played));
}

/** The evidence against sealed answers, by their times. */
export function evidenceOfAnswers(answers: readonly SealedAnswer[]): Evidence {
  return evidenceFrom([
    ...evenTimes(answers),
    evenShares(answers),
    hasty(answers),
    ahead(answers),
    heldBack(answers),
  ]);
}

/**
 * The levels that were answered, but not the level with a stopped clock, which hides how long an answer
 * took.
 */
function answersOf({ run, levels }: PlayedRun): SealedAnswer[] {
  return run.rows.flatMap((row, index) => {
    const [question, times] = [run.questions[index], levels[index]];
    const isFrozen = run.used['time-freeze'] === index + 1;
    if (!question || !times || isFrozen || !isAnswered(row)) return [];
    const timerMs = rushTimerMs(index + 1);
    return [{ isRight: row.end === 'right', ...times, timerMs, letters: lettersOf(question) }];
  });
}

const isAnswered = ({ end }: RushRow) => end === 'right' || end === 'wrong';

function evenTimes(answers: readonly SealedAnswer[]): Found[] {
  const byPhone = answers.flatMap(({ phoneMs }) => phoneMs ?? []);
  return [
    even(
      'server',
      answers.map(({ serverMs }) => serverMs),
    ),
    even('phone', byPhone),
  ];
}

function even(whose: string, times: readonly number[]): Found {
  if (times.length < EVEN_ANSWERS_MIN) return null;
  const spread = deviation(times);
  const text = `times-too-even: ${times.length} answers spread by ${Math.round(spread)} ms by the ${whose}'s clock`;
  return below(spread, EVEN_MS, text);
}

function evenShares(answers: readonly SealedAnswer[]): Found {
  const clocks = [...Map.groupBy(answers, ({ timerMs }) => timerMs).values()];
  const isOnBoth = clocks.length > 1 && clocks.every((on) => on.length >= EVEN_SHARE_ANSWERS_EACH);
  if (!isOnBoth || answers.length < EVEN_ANSWERS_MIN) return null;
  const shares = answers.map(({ serverMs, timerMs }) => serverMs / timerMs);
  const at = Math.round(100 * mean(shares));
  const text = `same-share-of-the-clock: ${shares.length} answers at ${at} % of their time`;
  return below(deviation(shares), EVEN_SHARE, text);
}

function hasty(answers: readonly SealedAnswer[]): Found {
  const unread = answers.filter(
    ({ isRight, serverMs, letters }) => isRight && isHasty(serverMs, letters),
  );
  const text = `too-fast-to-read: ${unread.length} right answers sooner than their questions can be read`;
  return enough(unread.length, HASTY_RIGHT_MIN, text);
}

function ahead(answers: readonly SealedAnswer[]): Found {
  const times = answers.filter(({ serverMs, phoneMs }) => (phoneMs ?? 0) > serverMs + AHEAD_MS);
  const text = `clocks-differ: ${times.length} answers took longer on the phone than the server waited`;
  return enough(times.length, AHEAD_MIN, text);
}

function heldBack(answers: readonly SealedAnswer[]): Found {
  const waits = answers.flatMap(({ serverMs, phoneMs }) =>
    phoneMs === null ? [] : serverMs - phoneMs,
  );
  const held = waits.filter((wait) => wait > HELD_BACK_MS).length;
  const isQuick = waits.filter((wait) => wait < QUICK_LINE_MS).length >= waits.length - held;
  const text = `clocks-differ: ${held} answers took seconds longer than the phone has counted, the others did not`;
  return isQuick ? enough(held, HELD_BACK_MIN, text) : null;
}

/** A run that was still open at a day's end has ended after this time. */
const OVER_AFTER_MS = HOUR_MS;
/** The last days that are looked at, so that a server catches up after a weekend in which it was stopped. */
const DAYS_BACK = 3;
/** The fewest points of a day that can win a prize. */
const WINNER_POINTS = 75;

type Where = 'device_hash' | 'address_hash';

const SAID = {
  device_hash: 'same-device: one of',
  address_hash: 'same-address: one of',
} as const;

/**
 * Flags finished runs of the last days. If several winners of one day share a device or an address, it
 * flags those of their runs that have other evidence against them (game.md#implausible-runs). A repeat
 * changes nothing.
 */
export async function flagSharedRuns(db: Db, now: number): Promise<void> {
  const last = dayOf(now - OVER_AFTER_MS).startsAt - 1;
  for (let back = 0; back < DAYS_BACK; back += 1) {
    const day = dayOf(last - back * DAY_MS);
    for (const where of ['device_hash', 'address_hash'] as const) {
      for (const shared of await sharedOn(db, day, where)) {
        await flagRunsOf(db, day, where, shared);
      }
    }
  }
}

type Shared = { hash: string; winners: number };

async function sharedOn(db: Db, day: Period, where: Where): Promise<Shared[]> {
  const column = sql.ref(where);
  const [from, to] = [new Date(day.startsAt), new Date(day.endsAt)];
  const most = where === 'address_hash' ? CARRIER_PLAYERS_MIN : Number.MAX_SAFE_INTEGER;
  const { rows } = await sql<Shared>`
    with played as (
      select player_id, ${column} as hash, points from rush_runs
      where opened_at >= ${from} and opened_at < ${to} and state = 'counted'
    ), winners as (
      select player_id from played group by player_id having sum(points) >= ${WINNER_POINTS}
    )
    select hash, count(distinct winners.player_id) as winners
    from played left join winners using (player_id)
    where hash is not null
    group by hash
    having count(distinct winners.player_id) >= ${SHARED_BY_MIN}
      and count(distinct played.player_id) < ${most}
  `.execute(db);
  return rows;
}

async function flagRunsOf(
  db: Db,
  day: Period,
  where: Where,
  { hash, winners }: Shared,
): Promise<void> {
  const runs = await db
    .selectFrom('rush_runs')
    .select(['id', 'run', 'levels', 'flags'])
    .where(where, '=', hash)
    .where('state', '=', 'counted')
    .where('opened_at', '>=', new Date(day.startsAt))
    .where('opened_at', '<', new Date(day.endsAt))
    .execute();
  for (const { id, run, levels, flags } of runs) {
    const { signs, hints } = evidenceOf({ run, levels });
    if (signs.length + hints.length === 0 || flags.some((one) => one.startsWith(SAID[where])))
      continue;
    const added = [...hints, `${SAID[where]} ${winners} winners of the day`];
    await db
      .updateTable('rush_runs')
      .set({ flags: [...flags, ...added.filter((one) => !flags.includes(one))] })
      .where('id', '=', id)
      .execute();
  }
}

/**
 * Gives a player another ticket, once, if a withdrawn question ended their run. The run and its points stay
 * (game.md#withdrawn-questions). If the payment of the run's ticket was reversed, the debt is cancelled
 * instead. Returns whether compensation was given now. The caller has locked the player.
 */
export async function repairRun(
  trx: Trx,
  { runId, questionId }: { runId: string; questionId: string },
  now: number,
): Promise<{ tickets: number } | null> {
  const { state, run, ended, player_id, ticket } = await trx
    .selectFrom('rush_runs')
    .select(['state', 'run', 'ended', 'player_id', 'ticket'])
    .where('id', '=', runId)
    .executeTakeFirstOrThrow();
  const isEndedByIt =
    state === 'counted' &&
    (ended === 'wrong' || ended === 'timeout') &&
    run.questions[run.rows.length - 1]?.id === questionId;
  if (!isEndedByIt) return null;
  const isOwed = await isUndone(trx, ticket);
  const tickets = isOwed ? 0 : 1;
  const hurt = { question_id: questionId, played_id: runId, player_id };
  const repair = { ...hurt, coins: 0, points: 0, tickets, boards: [], at: new Date(now) };
  if (!(await noteRepair(trx, repair))) return null;
  if (isOwed) {
    await closeClaims(trx, { reference: ticket }, now);
    return { tickets };
  }
  await noteTicket(trx, { reference: `back-${runId}`, playerId: player_id }, now);
  await enterRunRepair(trx, { questionId, playedId: runId, playerId: player_id }, now);
  return { tickets };
}

/** The evidence against a game. A sign is a flag by itself, a hint only together with other evidence. */
export type Evidence = { signs: string[]; hints: string[] };

type Weight = 'sign' | 'hint';

/** A piece of evidence, with its figure and its weight; `null` if there is no evidence. */
export type Found = { weight: Weight; text: string } | null;

/** Sorts evidence by its weight. */
function evidenceFrom(found: readonly Found[]): Evidence {
  const textsOf = (weight: Weight) =>
    found.flatMap((one) => (one?.weight === weight ? one.text : []));
  return { signs: textsOf('sign'), hints: textsOf('hint') };
}

/** Gives evidence if a figure is below the limit of a weight. */
function below(figure: number, edge: Record<Weight, number>, text: string): Found {
  if (figure < edge.sign) return { weight: 'sign', text };
  return figure < edge.hint ? { weight: 'hint', text } : null;
}

/** Gives evidence if a count is too high for an accident. */
function enough(count: number, least: Record<Weight, number>, text: string): Found {
  if (count >= least.sign) return { weight: 'sign', text };
  return count >= least.hint ? { weight: 'hint', text } : null;
}

/** The number of letters in a question and its options. */
export function lettersOf({ question, options }: { question: string; options: readonly string[] }) {
  return question.length + options.join('').length;
}

/**
 * Seeing, choosing and tapping takes 300 ms, and nobody reads more than 200 letters a second, eight times a
 * practised reader. A quicker answer was given unread.
 */
function isHasty(ms: number, letters: number): boolean {
  return ms < 300 + 5 * letters;
}
