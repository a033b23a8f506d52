import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { Db } from '../database/tables.ts';

/** Makes and checks the credential with which a round can be delivered, and nothing else. */
export type RoundSecrets = {
  /** The secret of a round: always the same for the same round. */
  secretOf: (roundId: string) => string;
};

const SETTING = 'round-secret';

/**
 * A round's secret is derived from its id with the database's own key, so that a repeated call
 * can be answered with the secret again although no kept reply holds it. The round itself keeps
 * the secret's hash only.
 */
export async function openRoundSecrets(db: Db): Promise<RoundSecrets> {
  await db
    .insertInto('settings')
    .values({ name: SETTING, value: randomBytes(32).toString('base64url') })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { value } = await db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirstOrThrow();
  const key = Buffer.from(value, 'base64url');
  return {
    secretOf: (roundId) => createHmac('sha256', key).update(`round:${roundId}`).digest('base64url'),
  };
}

/** The hash under which a round keeps its secret. */
export function hashRoundSecret(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}

/** Whether a presented secret is the one that the hash was made of. */
export function isRoundSecret(presented: string, hash: string): boolean {
  return timingSafeEqual(Buffer.from(hashRoundSecret(presented)), Buffer.from(hash));
}
