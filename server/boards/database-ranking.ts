import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import type { Place, Places, Ranking, RankingAsk, ShownPlayer } from './ranking.ts';

type Row = { part: 'top' | 'own' | 'around'; player_id: number; points: number; place: number };

/**
 * A ranking by the database alone (ADR-0011), which finds the last place as fast as the first. A
 * place follows from three counts: players with more points, players who reached the same points in
 * an earlier slice of ten minutes, and players who reached them earlier in the same slice.
 */
export function databaseRanking(db: Db): Ranking {
  return {
    noteChange: async () => {},
    read: (ask) => readPlaces(db, ask),
    shownPlayers: (playerIds) => readShownPlayers(db, playerIds),
    forget: async () => {},
    close: async () => {},
  };
}

async function readPlaces(db: Db, ask: RankingAsk): Promise<Places> {
  const { rows } = await placesQuery(ask).execute(db);
  const partOf = (part: Row['part']) => rows.filter((row) => row.part === part);
  const [own] = partOf('own');
  return {
    top: partOf('top').map(toPlace),
    own: own ? { points: own.points, place: own.place } : null,
    around: partOf('around').map(toPlace),
  };
}

async function readShownPlayers(
  db: Db,
  playerIds: readonly number[],
): Promise<Map<number, ShownPlayer>> {
  const players = await db
    .selectFrom('players')
    .select(['id', 'nickname', 'image'])
    .where('id', '=', sql<number>`any(${playerIds}::bigint[])`)
    .execute();
  return new Map(players.map(({ id, nickname, image }) => [id, { name: nickname, image }]));
}

function toPlace({ player_id, points, place }: Row): Place {
  return { playerId: player_id, points, place };
}

const SCORE = sql`player_id, points, reached_at`;
const BEST_FIRST = sql`points desc, reached_at, player_id`;
const WORST_FIRST = sql`points, reached_at desc, player_id desc`;

type Sql = ReturnType<typeof sql>;
type Side = { level: Sql; beyond: Sql; order: Sql; rows: number };

/**
 * The rows nearest to the player in `low` on one side: first those with equal points, then those
 * with more (or fewer) points.
 */
function nearest(at: Sql, { level, beyond, order, rows }: Side): Sql {
  return sql`
    select *, row_number() over (order by ${order}) as distance from (
      select near.* from low, lateral (
        (select ${SCORE} from board_scores score
          where ${at} and points = low.points
          and (score.reached_at, score.player_id) ${level} (low.reached_at, low.player_id)
          order by ${order} limit ${rows})
        union all
        (select ${SCORE} from board_scores where ${at} and ${beyond} order by ${order} limit ${rows})
        order by ${order} limit ${rows}
      ) near
    ) one_side`;
}

/** The query is a single statement, so that all parts of the answer show the same moment. */
function placesQuery({ board, pool, startsAt, playerId, range, rows, around }: RankingAsk) {
  const at = sql`board = ${board} and pool = ${pool} and period_start = ${new Date(startsAt)}::timestamptz`;
  const { from, below } = range;
  const inRange = sql`points >= ${from}::bigint and points < ${below}::bigint`;
  return sql<Row>`
    with
    own as materialized (
      select ${SCORE} from board_scores where ${at} and player_id = ${playerId}::bigint
    ),
    placed as materialized (
      select own.*, 1
        + (select coalesce(sum(players), 0) from board_points
            where ${at} and points > own.points and points < ${below}::bigint)
        + (select coalesce(sum(players), 0) from board_slices
            where ${at} and points = own.points and slice < board_slice(own.reached_at))
        + (select count(*) from board_scores same
            where ${at} and same.points = own.points
            and same.reached_at >= to_timestamp(board_slice(own.reached_at) * 600.0)
            and (same.reached_at, same.player_id) < (own.reached_at, own.player_id)) as place
      from own where ${inRange}
    ),
    low as materialized (select * from placed where place > ${rows}::bigint),
    ahead as (${nearest(at, {
      level: sql`<`,
      beyond: sql`points > low.points and points < ${below}::bigint`,
      order: WORST_FIRST,
      rows: around,
    })}),
    behind as (${nearest(at, {
      level: sql`>`,
      beyond: sql`points < low.points and points >= ${from}::bigint`,
      order: BEST_FIRST,
      rows: around,
    })}),
    top as (
      select ${SCORE} from board_scores where ${at} and ${inRange} order by ${BEST_FIRST} limit ${rows}
    )
    select 'top' as part, player_id, points, row_number() over (order by ${BEST_FIRST}) as place
      from top
    union all
    select 'own', player_id, own.points, placed.place::bigint
      from own left join placed using (player_id)
    union all
    select 'around', ahead.player_id, ahead.points, (low.place - ahead.distance)::bigint
      from ahead, low
    union all
    select 'around', player_id, points, place::bigint from low
    union all
    select 'around', behind.player_id, behind.points, (low.place + behind.distance)::bigint
      from behind, low
    order by part, place`;
}
