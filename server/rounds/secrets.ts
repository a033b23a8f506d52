import { hmac, isSameText, sha256 } from '../crypto/hash.ts';
import { openKey } from '../crypto/key.ts';
import type { Db } from '../database/tables.ts';

/** Makes and checks the credential with which a round can be delivered, and nothing else. */
export type RoundSecrets = {
  /** The secret of a round: always the same for the same round. */
  secretOf: (roundId: string) => string;
};

const SETTING = 'round-secret';

/**
 * Derived from a round's id with the database's key, so that a repeated call gets the secret again
 * although no kept reply holds it, and the round keeps its hash only.
 */
export async function openRoundSecrets(db: Db): Promise<RoundSecrets> {
  const key = await openKey(db, SETTING);
  return {
    secretOf: (roundId) => hmac(key, `round:${roundId}`),
  };
}

export function hashRoundSecret(secret: string): string {
  return sha256(secret);
}

export function isRoundSecret(presented: string, hash: string): boolean {
  return isSameText(hashRoundSecret(presented), hash);
}
