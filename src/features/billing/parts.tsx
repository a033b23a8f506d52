import type { ReactNode } from 'react';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { useNetwork } from '../../offline/use-reachable.ts';
import type { Plan } from '../../rules/money.ts';
import styles from './parts.module.css';
import type { SavedRead } from './reads.ts';

/** The name of a group of rows, and the note next to it. */
export function Heading({ aside, children }: { aside: string; children: string }) {
  return (
    <div className={styles.line}>
      <h2 className={styles.name}>{children}</h2>
      <span>{aside}</span>
    </div>
  );
}

type PanelProps = { read: SavedRead<unknown>; children: ReactNode };

/** The contents of a tab. A saved copy that could not be refreshed says how old it is. */
export function Panel({ read, children }: PanelProps) {
  const line = useNetwork();
  return (
    <>
      <NetworkStrip line={line} reads={[{ ...read, isError: read.hasFailed }]} />
      <div className={styles.panel}>{children}</div>
    </>
  );
}

/** How often a player pays for a plan that renews by itself. */
export const EVERY: Readonly<Record<Plan, string>> = { daily: 'every day', weekly: 'every week' };
