import { useRef } from 'react';
import { env } from '../../../config/env.ts';
import { isUndecided } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { isStandInEmail } from '../../../rules/players.ts';
import { keepEmail } from '../api/keep-email.ts';

/**
 * Keeps the email of an account that has none but a stand-in, before it pays by card
 * (flows.md#stand-in-email). An API without the call has the email from the provider alone.
 */
export function useKeepEmail(kept: string) {
  // The server's word counts: this phone's copy of the player may be older.
  const isAskedFor = useRef(false);
  // Kept until the server has answered: a second press after a lost reply is the same call.
  const attempt = useRef<{ email: string; key: string } | null>(null);
  return {
    /** The server knows no email of the player. */
    askFor: () => {
      isAskedFor.current = true;
    },
    keep: async (email: string) => {
      if (!env.hasAdditions || !(isAskedFor.current || isStandInEmail(kept))) return;
      if (attempt.current?.email !== email) attempt.current = { email, key: newKey() };
      try {
        await keepEmail(email, attempt.current.key);
        isAskedFor.current = false;
        attempt.current = null;
      } catch (error) {
        if (!isUndecided(error)) attempt.current = null;
        throw error;
      }
    },
  };
}
