import styles from './spinner.module.css';

type Props = { size?: number };

/** For waits on a person or a payment; what loads by itself shows skeletons. */
export function Spinner({ size = 26 }: Props) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={styles.spinner}
      aria-hidden="true"
    >
      <path fill="none" stroke="currentColor" strokeWidth="3.5" d="M12 2.5a9.5 9.5 0 1 1-9.5 9.5" />
    </svg>
  );
}
