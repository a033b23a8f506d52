import type { ReactNode } from 'react';
import { NetworkStrip } from '../../components/network-strip.tsx';
import { useNetwork } from '../../offline/use-reachable.ts';
import type { SavedRead } from './api/use-saved-read.ts';
import styles from './panel.module.css';

type Props = { read: SavedRead<unknown>; children: ReactNode };

/** What a tab holds; what could not be read anew says how old it is. */
export function Panel({ read, children }: Props) {
  const line = useNetwork();
  return (
    <>
      <NetworkStrip line={line} reads={[{ ...read, isError: read.hasFailed }]} />
      <div className={styles.panel}>{children}</div>
    </>
  );
}
