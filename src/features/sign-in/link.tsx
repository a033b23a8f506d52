import { type ReactNode, useEffect, useState } from 'react';
import { Spinner } from '../../components/button.tsx';
import { PageLoading } from '../../components/page-loading.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { readLinkPhone } from './phone.ts';
import styles from './waiting.module.css';

/**
 * What a link of the operator or of a campaign holds: a player's number, and the proof that the number is
 * theirs.
 */
export type Link = { phone: string; proof: string | null };

/** The characters of a proof (ADR-0008). No server takes a longer proof. */
const PROOF = /^[\w.~+/=:-]{1,300}$/;

/**
 * Reads `msisdn` and `proof`. No parameter says where to go. Gives `missing` without a number, and
 * `unreadable` if the number is not a single Nigerian mobile number.
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

/**
 * The way on is shown after this time, in milliseconds. Each call may take 30 s
 * (errors.md#time-limit-of-a-call).
 */
const SLOW_AFTER_MS = 8000;

type Props = {
  text: string;
  children?: ReactNode;
};

/** A page that works by itself. It shows what it does, and after a while another way on. */
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
