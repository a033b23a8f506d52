import styles from './drawings.module.css';

export function NigeriaFlag() {
  return (
    <svg viewBox="0 0 24 16" width="24" height="16" className={styles.flag} aria-hidden="true">
      <path fill="#fff" d="M0 0h24v16H0z" />
      <path fill="#008751" d="M0 0h8v16H0zM16 0h8v16h-8z" />
    </svg>
  );
}
