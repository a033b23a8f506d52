import type { FastifyBaseLogger } from 'fastify';
import type { Services } from '../services.ts';

const POLICY_SETTING = 'sign-in-policy';

/**
 * Ends every session where players signed in by number alone and this server now asks for more;
 * remembers its policy in the database. To be called before it answers anybody.
 */
export async function endUnprovenSessions(
  { db, config }: Pick<Services, 'db' | 'config'>,
  log: Pick<FastifyBaseLogger, 'warn'>,
): Promise<void> {
  const policy = config.signInPolicy;
  await db.transaction().execute(async (trx) => {
    await trx
      .insertInto('settings')
      // Nothing tells how the sessions of a database without the setting were made.
      .values({ name: POLICY_SETTING, value: 'open' })
      .onConflict((conflict) => conflict.column('name').doNothing())
      .execute();
    const { value: earlier } = await trx
      .selectFrom('settings')
      .select('value')
      .where('name', '=', POLICY_SETTING)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (earlier === policy) return;
    await trx
      .updateTable('settings')
      .set({ value: policy })
      .where('name', '=', POLICY_SETTING)
      .execute();
    if (earlier !== 'open') return;
    const { numDeletedRows } = await trx.deleteFrom('sessions').executeTakeFirstOrThrow();
    if (numDeletedRows > 0n) {
      log.warn(`SIGN_IN_POLICY is stricter than it was: ${numDeletedRows} sessions were ended`);
    }
  });
}
