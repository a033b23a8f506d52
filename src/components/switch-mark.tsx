import styles from './switch-mark.module.css';

/** How a switch stands, to be seen: the button around it has the role and the state. */
export function SwitchMark() {
  return <span className={styles.mark} aria-hidden="true" />;
}
