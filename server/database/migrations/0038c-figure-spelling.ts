import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table raffle_draws add column figure_spelling text
    check (figure_spelling in ('hex', 'shortest', '0', '1', '2', '3', '4', '5', '6', '7', '8'))`,
  // A figure that was named before has no decimals: it is spelled without zeros at its end.
  `update raffle_draws set figure_spelling =
    case when figure like 'randomness of drand quicknet, round %' then 'hex' else 'shortest' end
    where figure is not null`,
];

/** How a draw's figure is spelled. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
