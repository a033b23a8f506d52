import { readLinkPhone } from '../link-phone.ts';

/** What a link of the operator or of a campaign says: whose it is, and what shows it. */
export type Link = { phone: string; proof: string | null };

/** What a proof is made of (ADR-0008): no server takes a longer one. */
const PROOF = /^[\w.~+/=:-]{1,300}$/;

/**
 * Reads `msisdn` and `proof` (no parameter says where to go): `missing` without a number,
 * `unreadable` with one that is no single Nigerian mobile.
 */
export function readLink(query: URLSearchParams): Link | 'missing' | 'unreadable' {
  const [given, ...more] = query.getAll('msisdn');
  if (given === undefined || given.trim() === '') return 'missing';
  const phone = more.length === 0 ? readLinkPhone(given) : null;
  if (phone === null) return 'unreadable';
  const proofs = query.getAll('proof');
  const proof = proofs.length === 1 && PROOF.test(proofs[0] ?? '') ? proofs[0] : null;
  return { phone, proof: proof ?? null };
}
