import { useId } from 'react';
import { Button } from '../../components/button.tsx';
import { useStrayTaps } from '../../components/use-stray-taps.ts';
import styles from './install-card.module.css';

type Props = { onInstall: () => void; onDismiss: () => void };

/** Offers, at the bottom of the dashboard, to install the app (flows.md#install). */
export function InstallCard({ onInstall, onDismiss }: Props) {
  const titleId = useId();
  const ignoreStrayTap = useStrayTaps();
  return (
    <div className={styles.place} onClickCapture={ignoreStrayTap}>
      <section className={styles.card} aria-labelledby={titleId}>
        <img src="/favicon.svg" alt="" width={52} height={52} />
        <div>
          <h2 id={titleId}>Put this game on your phone</h2>
          <p>Opens like an app. Plays without network.</p>
        </div>
        <div className={styles.ways}>
          <Button colour="line" onClick={onDismiss}>
            Not now
          </Button>
          <Button onClick={onInstall}>Install</Button>
        </div>
      </section>
    </div>
  );
}
