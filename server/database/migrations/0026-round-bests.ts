import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `create table round_bests (
    player_id bigint not null references players,
    category_id text not null,
    level text not null,
    right_answers int not null,
    primary key (player_id, category_id, level)
  )`,
  `insert into round_bests
    select player_id, category_id, level, max((result ->> 'right')::int)
    from rounds where state = 'counted' group by 1, 2, 3`,
];

/** The most right answers of a player's rounds, so that no best is found by reading them all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
