import type { Db } from '../database/tables.ts';

/** How often a payment that was taken back has been given back since. */
export async function countGivenBack(db: Db, reference: string): Promise<number> {
  const { count } = await db
    .selectFrom('disputes')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('reference', '=', reference)
    .where('given_back_at', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
