import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // How many players stand at each figure: a place is a sum of these, not a count of players.
  `create table board_points (
    board text not null,
    period_start timestamptz not null,
    points bigint not null,
    players bigint not null,
    primary key (board, period_start, points)
  )`,
  // The same by the ten minutes in which they reached it: thousands may stand at one figure.
  `create table board_slices (
    board text not null,
    period_start timestamptz not null,
    points bigint not null,
    slice integer not null,
    players bigint not null,
    primary key (board, period_start, points, slice)
  )`,
  `create function board_slice(reached_at timestamptz) returns integer
    language sql immutable parallel safe
    return floor(extract(epoch from reached_at) / 600)::integer`,
  // A count of 0 goes: most figures are passed by all who reach them.
  `create function board_count(score board_scores, step integer) returns void language plpgsql as $$
    begin
      insert into board_points as counted values (score.board, score.period_start, score.points, step)
        on conflict (board, period_start, points)
        do update set players = counted.players + excluded.players;
      insert into board_slices as counted
        values (score.board, score.period_start, score.points, board_slice(score.reached_at), step)
        on conflict (board, period_start, points, slice)
        do update set players = counted.players + excluded.players;
      if step > 0 then return; end if;
      delete from board_points counted
        where counted.board = score.board and counted.period_start = score.period_start
        and counted.points = score.points and counted.players = 0;
      delete from board_slices counted
        where counted.board = score.board and counted.period_start = score.period_start
        and counted.points = score.points and counted.slice = board_slice(score.reached_at)
        and counted.players = 0;
    end $$`,
  `create function board_scores_count() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform board_count(old, -1); end if;
      if tg_op <> 'DELETE' then perform board_count(new, 1); end if;
      return null;
    end $$`,
  `create trigger board_scores_counted after insert or update or delete on board_scores
    for each row execute function board_scores_count()`,
  `insert into board_points
    select board, period_start, points, count(*) from board_scores group by 1, 2, 3`,
  `insert into board_slices
    select board, period_start, points, board_slice(reached_at), count(*)
    from board_scores group by 1, 2, 3, 4`,
  // Scores that a sorted set beside the database has not taken over yet.
  `create table board_changes (
    id bigint generated always as identity primary key,
    board text not null,
    period_start timestamptz not null,
    player_id bigint not null references players
  )`,
];

/** How many players stand where on a board, so that no place is found by counting them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
