import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  // When a sign-in was shown to be the player's: what is known of older ones is their oldest token.
  `alter table sessions add column proved_at timestamptz`,
  `update sessions set proved_at = (
    select min(created_at) from sessions same where same.family = sessions.family
  )`,
  `alter table sessions alter column proved_at set not null`,
];

/** Sessions end so long after their proof, however often their tokens are renewed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
