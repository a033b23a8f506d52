import { putUser } from '../contract/endpoints/profile.ts';
import { call } from '../lib/http.ts';
import { isThemeAlone, type ProfileEntry } from './entries.ts';
import { putOff, putOffOrRefused, type Sender, type SendOutcome } from './outcome.ts';
import { removeEntry } from './store.ts';

/**
 * Sends a change of a profile with its player's token alone: removed after 2xx, else put off or
 * given back. A theme that is refused is forgotten: its player has it on this phone.
 */
export async function sendProfile(
  entry: ProfileEntry,
  sender: Sender,
  now: () => number,
): Promise<SendOutcome> {
  if (sender?.playerId !== entry.ownerId) return putOff(entry, now());
  try {
    const { data, meta, message } = await call(putUser, {
      body: entry.change,
      key: entry.key,
      credential: { token: sender.token },
    });
    await removeEntry(entry.key);
    const said = isThemeAlone(entry) ? null : (message ?? null);
    return { state: 'kept', user: data, token: meta?.token ?? null, message: said };
  } catch (error) {
    const outcome = await putOffOrRefused(entry, now(), error, false);
    if (outcome.state !== 'refused') return outcome;
    if (!isThemeAlone(entry)) return { ...outcome, state: 'declined' };
    await removeEntry(entry.key);
    return { state: 'kept', user: null, token: null, message: null };
  }
}
