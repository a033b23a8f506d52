import * as v from 'valibot';
import { greetedKey } from '../../../config/storage-keys.ts';
import { noteSeen } from '../api/note-seen.ts';

const schema = v.array(v.string());

/** The prizes that this phone has greeted a player with, and the server may not know of. */
export function readGreeted(playerId: string): readonly string[] {
  try {
    const read = v.safeParse(
      schema,
      JSON.parse(localStorage.getItem(greetedKey(playerId)) ?? '[]'),
    );
    return read.success ? read.output : [];
  } catch {
    return [];
  }
}

/**
 * Tells the server that a player has seen these prizes. Until it has answered the phone knows it:
 * a lost call greets nobody twice. A phone that keeps nothing may.
 */
export async function noteGreeted(playerId: string, references: string[]): Promise<void> {
  try {
    localStorage.setItem(greetedKey(playerId), JSON.stringify(references));
  } catch {}
  await noteSeen(references);
  try {
    localStorage.removeItem(greetedKey(playerId));
  } catch {}
}
