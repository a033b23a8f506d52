import { type Kysely, sql } from 'kysely';

const STATEMENTS = [
  `alter table proof_rounds add column payout_id bigint references payouts on delete set null`,
  `alter table proof_rounds add column claim jsonb`,
  // What nobody has begun is asked anew, by its prize.
  `delete from proof_rounds where state = 'asked'`,
  // What was asked so far was one level, beside ranked play of that level.
  `update proof_rounds set
    claim = jsonb_build_array(jsonb_build_object(
      'level', level, 'timerMs', timer_ms, 'questions', 20, 'categories', '[]'::jsonb,
      'past', coalesce(result->'past', '{"right": 0, "asked": 0}'::jsonb)
    )),
    result = result - 'past',
    round = (round - 'timerMs') || jsonb_build_object('questions', (
      select jsonb_agg(question || jsonb_build_object('timerMs', timer_ms) order by place)
      from jsonb_array_elements(round->'questions') with ordinality as asked (question, place)
    ))`,
  `alter table proof_rounds alter column claim set not null`,
  `alter table proof_rounds drop column level, drop column timer_ms`,
];

/** A proof round has the claim of the prize that asked for it, of several levels and clocks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}
