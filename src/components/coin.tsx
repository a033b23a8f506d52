import styles from './drawings.module.css';

type Props = { size?: number; className?: string | undefined };

export function Coin({ size = 24, className }: Props) {
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} className={className} aria-hidden="true">
      <circle cx="12" cy="12" r="11" className={styles.goldEdge} />
      <circle cx="12" cy="11" r="10" className={styles.gold} />
      <path d="M12 5.2l5.7 4.1-2.2 6.7h-7l-2.2-6.7z" className={styles.goldEdge} />
    </svg>
  );
}
