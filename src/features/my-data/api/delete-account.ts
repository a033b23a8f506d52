import * as v from 'valibot';
import { deleteUser } from '../../../contract/endpoints/my-data.ts';
import { DELETE_WORD } from '../../../contract/my-data.ts';
import { noMetaSchema } from '../../../contract/user.ts';
import { isApiError } from '../../../lib/errors.ts';
import { playerCall } from '../../../session/player-call.ts';

/** The answer to the code that was sent, where one was. */
type Answer = { challenge: string; code: string };

/** Deletes the account: gives the code that was sent in place of it, `null` once it is done. */
export async function deleteAccount(answer: Answer | null, keyOf: (body: unknown) => string) {
  const body = { word: DELETE_WORD, ...answer } as const;
  try {
    await playerCall(deleteUser, { body, key: keyOf(body) });
    return null;
  } catch (error) {
    const sent = challengeOf(error);
    if (sent === null) throw error;
    return sent;
  }
}

function challengeOf(error: unknown) {
  if (!isApiError(error, 'user/challenge')) return null;
  const meta = v.safeParse(noMetaSchema, error.meta);
  return meta.success ? (meta.output.challenge ?? null) : null;
}
