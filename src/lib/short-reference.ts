/** The two ends of a payment's reference, as it fits a line and a player compares it: `FOM-4MTX…W30`. */
export function shortReference(reference: string): string {
  return reference.length > 12 ? `${reference.slice(0, 8)}…${reference.slice(-3)}` : reference;
}
