import { useEffect, useEffectEvent } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { IconButton } from '../../../components/button.tsx';
import styles from './ticket-winner-card.module.css';

/** How long the card stays. */
const SHOWN_MS = 8000;

type Props = { name: string; onClose: () => void };

/** Tells at the end of the screen who earned a raffle ticket this month. */
export function TicketWinnerCard({ name, onClose }: Props) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const timer = setTimeout(() => close(), SHOWN_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <section className={styles.card} role="status">
      <Avatar id={name} name={name} image={null} size="sm" />
      <p>
        <b dir="auto" translate="no">
          {name}
        </b>{' '}
        earned a raffle ticket
      </p>
      <IconButton icon="close" aria-label="Close" onClick={onClose} />
    </section>
  );
}
