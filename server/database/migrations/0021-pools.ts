import { type Kysely, sql } from 'kysely';

/** Until now a player's network alone said their pool. */
function addPool(table: 'rounds' | 'rush_runs' | 'board_scores'): string[] {
  return [
    `alter table ${table} add column pool text not null default 'all'`,
    `update ${table} set pool = 'glo' from players
      where players.id = ${table}.player_id and players.network = 'glo'`,
    `alter table ${table} alter column pool drop default`,
  ];
}

const STATEMENTS = [
  ...addPool('rounds'),
  ...addPool('rush_runs'),
  `alter table board_scores disable trigger board_scores_counted`,
  ...addPool('board_scores'),
  `alter table board_scores enable trigger board_scores_counted`,
  // The pool comes last: what a player has in a period is read over all pools.
  `alter table board_scores drop constraint board_scores_pkey,
    add primary key (board, period_start, player_id, pool)`,
  `drop index board_scores_ranking`,
  `create index board_scores_ranking
    on board_scores (board, pool, period_start, points desc, reached_at, player_id)`,
  `drop table board_points, board_slices`,
  `create table board_points (
    board text not null,
    pool text not null,
    period_start timestamptz not null,
    points bigint not null,
    players bigint not null,
    primary key (board, pool, period_start, points)
  )`,
  `create table board_slices (
    board text not null,
    pool text not null,
    period_start timestamptz not null,
    points bigint not null,
    slice integer not null,
    players bigint not null,
    primary key (board, pool, period_start, points, slice)
  )`,
  `create or replace function board_count(score board_scores, step integer) returns void
    language plpgsql as $$
    begin
      insert into board_points as counted
        values (score.board, score.pool, score.period_start, score.points, step)
        on conflict (board, pool, period_start, points)
        do update set players = counted.players + excluded.players;
      insert into board_slices as counted
        values (score.board, score.pool, score.period_start, score.points,
          board_slice(score.reached_at), step)
        on conflict (board, pool, period_start, points, slice)
        do update set players = counted.players + excluded.players;
      if step > 0 then return; end if;
      delete from board_points counted
        where counted.board = score.board and counted.pool = score.pool
        and counted.period_start = score.period_start
        and counted.points = score.points and counted.players = 0;
      delete from board_slices counted
        where counted.board = score.board and counted.pool = score.pool
        and counted.period_start = score.period_start
        and counted.points = score.points and counted.slice = board_slice(score.reached_at)
        and counted.players = 0;
    end $$`,
  `insert into board_points
    select board, pool, period_start, points, count(*) from board_scores group by 1, 2, 3, 4`,
  `insert into board_slices
    select board, pool, period_start, points, board_slice(reached_at), count(*)
    from board_scores group by 1, 2, 3, 4, 5`,
  // The sorted sets of pools are new ones, and filled from the scores.
  `delete from board_changes`,
  `alter table board_changes add column pool text not null`,
];

/** Boards of each pool; scores, rounds and runs of before get the pool of their player's network. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
