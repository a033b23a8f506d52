import { createHash, createHmac, hash, timingSafeEqual } from 'node:crypto';

/** SHA-256 of a text or of bytes, in base64url. */
export function sha256(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('base64url');
}

/** HMAC-SHA-256 of a text, in base64url. */
export function hmac(key: Buffer | string, text: string): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** HMAC-SHA-512 of bytes, in hex. The card provider signs in this way. */
export function hmacSha512(key: string, bytes: Buffer): string {
  return createHmac('sha512', key).update(bytes).digest('hex');
}

/** Whether two texts are the same. The time that it takes does not show where they differ. */
export function isSameText(one: string, other: string): boolean {
  const [first, second] = [Buffer.from(one), Buffer.from(other)];
  return first.length === second.length && timingSafeEqual(first, second);
}

/** SHA-256 of bytes, in the form that the rules expect. */
export async function sha256Bytes(bytes: Uint8Array): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(hash('sha256', bytes, 'buffer'));
}
