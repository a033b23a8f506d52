import { sql } from 'kysely';
import type { Db } from '../database/tables.ts';
import type { Ranking, RankingAsk, Standing, Standings } from './ranking.ts';

type Row = { part: 'top' | 'own' | 'around'; player_id: number; points: number; place: number };

/**
 * The ranking of the database alone. A place is the sum of the players counted at higher figures,
 * of those counted at the same figure in earlier ten minutes, and of the few who reached it earlier
 * in the same ten minutes: it takes as long on the last place as on the first.
 */
export function databaseRanking(db: Db): Ranking {
  return {
    noteChange: async () => {},
    read: (ask) => readStandings(db, ask),
    forget: async () => {},
    close: async () => {},
  };
}

async function readStandings(db: Db, ask: RankingAsk): Promise<Standings> {
  const { rows } = await standings(ask).execute(db);
  const partOf = (part: Row['part']) => rows.filter((row) => row.part === part);
  const [own] = partOf('own');
  return {
    top: partOf('top').map(toStanding),
    own: own ? { points: own.points, place: own.place } : null,
    around: partOf('around').map(toStanding),
  };
}

function toStanding({ player_id, points, place }: Row): Standing {
  return { playerId: player_id, points, place };
}

/** One statement, so that all of the answer is of one moment. */
function standings({ board, startsAt, playerId, range, rows, around }: RankingAsk) {
  const at = sql`board = ${board} and period_start = ${new Date(startsAt)}::timestamptz`;
  const { from, below } = range;
  const inRange = sql`points >= ${from}::bigint and points < ${below}::bigint`;
  const score = sql`player_id, points, reached_at`;
  const bestFirst = sql`points desc, reached_at, player_id`;
  const worstFirst = sql`points, reached_at desc, player_id desc`;
  return sql<Row>`
    with
    own as materialized (
      select ${score} from board_scores where ${at} and player_id = ${playerId}::bigint
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
    ahead as (
      select near.* from low, lateral (
        (select ${score} from board_scores same
          where ${at} and same.points = low.points
          and (same.reached_at, same.player_id) < (low.reached_at, low.player_id)
          order by ${worstFirst} limit ${around})
        union all
        (select ${score} from board_scores better
          where ${at} and better.points > low.points and better.points < ${below}::bigint
          order by ${worstFirst} limit ${around})
        order by ${worstFirst} limit ${around}
      ) near
    ),
    behind as (
      select near.* from low, lateral (
        (select ${score} from board_scores same
          where ${at} and same.points = low.points
          and (same.reached_at, same.player_id) > (low.reached_at, low.player_id)
          order by ${bestFirst} limit ${around})
        union all
        (select ${score} from board_scores worse
          where ${at} and worse.points < low.points and worse.points >= ${from}::bigint
          order by ${bestFirst} limit ${around})
        order by ${bestFirst} limit ${around}
      ) near
    ),
    top as (
      select ${score} from board_scores where ${at} and ${inRange} order by ${bestFirst} limit ${rows}
    )
    select 'top' as part, player_id, points, row_number() over (order by ${bestFirst}) as place
      from top
    union all
    select 'own', player_id, own.points, placed.place::bigint
      from own left join placed using (player_id)
    union all
    select 'around', ahead.player_id, ahead.points,
        (low.place - row_number() over (order by ahead.points, ahead.reached_at desc, ahead.player_id desc))::bigint
      from ahead, low
    union all
    select 'around', player_id, points, place::bigint from low
    union all
    select 'around', behind.player_id, behind.points,
        (low.place + row_number() over (order by behind.points desc, behind.reached_at, behind.player_id))::bigint
      from behind, low
    order by part, place`;
}
