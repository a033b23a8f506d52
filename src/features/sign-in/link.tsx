import { type ReactNode, useEffect, useState } from 'react';
import { Spinner } from '../../components/button.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { readLinkPhone } from './phone.ts';
import styles from './waiting.module.css';

/**
 * The content of a link of the operator or of a campaign: a player's number, and the proof that it is
 * theirs.
 */
export type Link = { phone: string; proof: string | null };

/** The characters of a proof (ADR-0008): no server takes a longer one. */
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

/** Milliseconds; each call may take 30 s (errors.md#time-limit-of-a-call). */
const SLOW_AFTER_MS = 8000;

type Props = {
  text: string;
  children?: ReactNode;
};

/** An entry that works by itself: its progress, and after a while the way round it. */
export function Waiting({ text, children }: Props) {
  usePageStart(text);
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <PageLoading>
      <Spinner size={40} />
      <div role="status">
        <h1 className={styles.text}>{text}</h1>
      </div>
      {isSlow && children && (
        <div role="status">
          <p>This takes longer than usual.</p>
          {children}
        </div>
      )}
    </PageLoading>
  );
}
