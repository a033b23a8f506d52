const ENCODER = new TextEncoder();
const BYTES = new Uint8Array(4096);

/** A 32-bit hash (FNV-1a with a final mix). The same text gives the same number everywhere. */
export function hash(text: string): number {
  const { written } = ENCODER.encodeInto(text, BYTES);
  let value = 0x811c9dc5;
  for (let index = 0; index < written; index += 1) {
    value = Math.imul(value ^ (BYTES[index] ?? 0), 0x01000193);
  }
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
