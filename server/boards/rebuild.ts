import { sql } from 'kysely';
import type { Pool } from '../../src/rules/networks.ts';
import type { Db, Trx } from '../database/tables.ts';
import { type BoardName, type Played, periodsOf } from './boards.ts';

/**
 * A score that differs between the boards and the ledger. The points are `null` on the side that
 * has no such score.
 */
export type Difference = {
  board: BoardName;
  pool: Pool;
  /** The period's start in epoch milliseconds. */
  startsAt: number;
  playerId: number;
  onBoard: number | null;
  inLedger: number | null;
};

export type Rebuilt = {
  /** How many results with points the ledger has, and how many scores they add up to. */
  results: number;
  scores: number;
  differences: Difference[];
  /** The scores for which the stored number of players is wrong. */
  miscounted: number;
};

const RESULTS_A_STEP = 5_000;

/**
 * Recomputes all scores from the ledger and from the times at which its rounds and runs were issued
 * (game.md#which-period-a-result-counts-for), and compares them with the boards. If `isWriting` is
 * set, it also corrects the boards. New results wait only during the comparison and the writing,
 * not while the ledger is read.
 */
export async function rebuildBoards(db: Db, isWriting: boolean): Promise<Rebuilt> {
  return (
    db
      .transaction()
      // A check reads everything at a single moment. A rebuild reads the ledger again when nobody
      // else can write.
      .setIsolationLevel(isWriting ? 'read committed' : 'repeatable read')
      .execute(async (trx) => {
        await sql`set local statement_timeout = 0`.execute(trx);
        await sql`
        create temporary table board_rebuilt (like board_scores including indexes) on commit drop
      `.execute(trx);
        await sql`
        create temporary table board_results (movement_id bigint primary key) on commit drop
      `.execute(trx);
        await readLedger(trx);
        if (isWriting) {
          await sql`lock table board_scores in share row exclusive mode`.execute(trx);
          await readLedger(trx);
        }
        const differences = await compare(trx);
        const miscounted = await countMiscounted(trx);
        if (isWriting && differences.length > 0) await writeScores(trx);
        if (isWriting && differences.length + miscounted > 0) await writeCounts(trx);
        const results = await count(trx, sql`board_results`);
        const scores = await count(trx, sql`board_rebuilt`);
        return { results, scores, differences, miscounted };
      })
  );
}

/**
 * The id in a movement's key: `round:<id>:closed`, `round:<id>:withdrawn:<question>` or
 * `run:<id>:closed`.
 */
const ID_IN_KEY = sql`split_part(movement.key, ':', 2)::uuid`;

type Result = {
  movement_id: number;
  played: Played;
  pool: Pool;
  player_id: number;
  points: number;
  issued_at: Date;
  arrived_at: Date;
  /**
   * The boards that the compensation was added to (game.md#withdrawn-questions); `null` for all
   * boards.
   */
  boards: BoardName[] | null;
};

async function readLedger(trx: Trx): Promise<void> {
  let last = 0;
  for (;;) {
    const { rows } = await sql<Result>`
      select movement_id, played, posting.player_id, amount as points,
        coalesce(rounds.pool, run.pool) as pool,
        coalesce(rounds.issued_at, run.opened_at) as issued_at,
        case reason when 'round-repaired' then rounds.closed_at else created_at end as arrived_at,
        repair.boards
      from ledger_postings posting
      join ledger_movements movement on movement.id = movement_id
      join (values ('round-counted', 'round'), ('round-repaired', 'round'), ('run-counted', 'rush')) kind (reason, played)
        using (reason)
      left join rounds on played = 'round' and rounds.id = ${ID_IN_KEY}
      left join rush_runs run on played = 'rush' and run.id = ${ID_IN_KEY}
      left join question_repairs repair on reason = 'round-repaired'
        and repair.played_id = ${ID_IN_KEY} and repair.question_id = split_part(movement.key, ':', 4)
      where account = 'points' and movement_id > ${last}::bigint
      and not exists (select from board_results read where read.movement_id = posting.movement_id)
      order by movement_id limit ${RESULTS_A_STEP}
    `.execute(trx);
    if (rows.length > 0) await addUp(trx, rows);
    last = rows.at(-1)?.movement_id ?? last;
    if (rows.length < RESULTS_A_STEP) return;
  }
}

async function addUp(trx: Trx, results: readonly Result[]): Promise<void> {
  const scores = results.flatMap((result) => {
    const { played, pool, player_id, points, issued_at, arrived_at, boards } = result;
    const [issuedAt, arrivedAt] = [issued_at.getTime(), arrived_at.getTime()];
    const periods = periodsOf({ pool, played, issuedAt, arrivedAt });
    const taking = periods.filter(({ board }) => boards?.includes(board) ?? true);
    return taking.map(({ board, startsAt }) => ({
      board,
      pool,
      period_start: new Date(startsAt).toISOString(),
      player_id,
      points,
      reached_at: arrived_at.toISOString(),
    }));
  });
  await sql`
    insert into board_rebuilt as rebuilt (board, pool, period_start, player_id, points, reached_at)
    select board, pool, period_start, player_id, sum(points), max(reached_at)
    from jsonb_to_recordset(${JSON.stringify(scores)}::jsonb) as score
      (board text, pool text, period_start timestamptz, player_id bigint, points bigint,
        reached_at timestamptz)
    group by board, pool, period_start, player_id
    on conflict (board, period_start, player_id, pool) do update set
      points = rebuilt.points + excluded.points,
      reached_at = greatest(rebuilt.reached_at, excluded.reached_at)
  `.execute(trx);
  const ids = JSON.stringify(results.map(({ movement_id }) => movement_id));
  await sql`
    insert into board_results select value::bigint from jsonb_array_elements_text(${ids}::jsonb)
  `.execute(trx);
}

async function compare(trx: Trx): Promise<Difference[]> {
  const { rows } = await sql<{
    board: BoardName;
    pool: Pool;
    period_start: Date;
    player_id: number;
    on_board: number | null;
    in_ledger: number | null;
  }>`
    select board, pool, period_start, player_id, score.points as on_board,
      rebuilt.points as in_ledger
    from board_scores score
    full join board_rebuilt rebuilt using (board, period_start, player_id, pool)
    where score.points is distinct from rebuilt.points
      or score.reached_at is distinct from rebuilt.reached_at
    order by board, period_start, player_id, pool
  `.execute(trx);
  return rows.map(({ board, pool, period_start, player_id, on_board, in_ledger }) => ({
    board,
    pool,
    startsAt: period_start.getTime(),
    playerId: player_id,
    onBoard: on_board,
    inLedger: in_ledger,
  }));
}

/**
 * Writes the recomputed scores. The trigger that counts each score is off meanwhile, because the
 * counts are rewritten afterwards.
 */
async function writeScores(trx: Trx): Promise<void> {
  await sql`alter table board_scores disable trigger board_scores_counted`.execute(trx);
  await sql`
    delete from board_scores score where not exists (
      select from board_rebuilt rebuilt where rebuilt.board = score.board
      and rebuilt.period_start = score.period_start and rebuilt.player_id = score.player_id
      and rebuilt.pool = score.pool)
  `.execute(trx);
  await sql`
    insert into board_scores as score select * from board_rebuilt
    on conflict (board, period_start, player_id, pool)
    do update set points = excluded.points, reached_at = excluded.reached_at
    where (score.points, score.reached_at) is distinct from (excluded.points, excluded.reached_at)
  `.execute(trx);
  await sql`alter table board_scores enable trigger board_scores_counted`.execute(trx);
}

/** The tables that count scores, and the columns and expressions by which they group them. */
const COUNTS = [
  { table: 'board_points', by: 'board, pool, period_start, points' },
  { table: 'board_slices', by: 'board, pool, period_start, points, board_slice(reached_at)' },
] as const;

/** Counts the rows whose stored count of players differs from the number of scores. */
async function countMiscounted(trx: Trx): Promise<number> {
  let miscounted = 0;
  for (const { table, by } of COUNTS) {
    const counted = sql`(select * from ${sql.table(table)} except all ${countsBy(by)})`;
    const missing = sql`(${countsBy(by)} except all select * from ${sql.table(table)})`;
    miscounted += await count(trx, sql`(${counted} union ${missing}) as miscounted`);
  }
  return miscounted;
}

/** Rewrites the stored counts of players from the scores. */
export async function writeCounts(db: Db): Promise<void> {
  for (const { table, by } of COUNTS) {
    await sql`delete from ${sql.table(table)}`.execute(db);
    await sql`insert into ${sql.table(table)} ${countsBy(by)}`.execute(db);
  }
}

function countsBy(by: string) {
  return sql`select ${sql.raw(by)}, count(*) from board_scores group by ${sql.raw(by)}`;
}

/** The number of rows of a source. */
async function count(trx: Trx, what: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${what}`.execute(trx);
  return rows[0]?.count ?? 0;
}
