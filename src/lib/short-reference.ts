/**
 * Shortens a payment's reference to its two ends, short enough for one line and for a player to
 * compare: `FOM-4MTX…W30`.
 */
export function shortReference(reference: string): string {
  return reference.length > 12 ? `${reference.slice(0, 8)}…${reference.slice(-3)}` : reference;
}
