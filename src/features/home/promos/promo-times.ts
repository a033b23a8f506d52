import { promoTimesKey } from '../../../config/storage-keys.ts';
import type { PromoId, PromoTimes } from '../../../rules/promos.ts';

/** A phone that keeps nothing knows them as long as the page lives. */
const unkept = new Map<string, PromoTimes>();

/** When a player was last shown a promotion of a count, or dismissed another one, on this phone. */
export function promoTimes(playerId: string): PromoTimes {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(promoTimesKey(playerId)) ?? '{}');
    return { ...(isTimes(kept) && kept), ...unkept.get(playerId) };
  } catch {
    return unkept.get(playerId) ?? {};
  }
}

export function notePromo(playerId: string, id: PromoId, at: number): void {
  const times = { ...promoTimes(playerId), [id]: at };
  try {
    localStorage.setItem(promoTimesKey(playerId), JSON.stringify(times));
  } catch {
    unkept.set(playerId, times);
  }
}

function isTimes(kept: unknown): kept is PromoTimes {
  if (typeof kept !== 'object' || kept === null) return false;
  return Object.values(kept).every((at) => typeof at === 'number');
}
