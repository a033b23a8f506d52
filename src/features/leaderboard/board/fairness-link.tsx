import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import styles from './fairness-link.module.css';

/** Every board leads to how its places come about (game.md#fairness-page). */
export function FairnessLink() {
  return (
    <p className={styles.link}>
      <PageLink to={paths.fairness}>How places and ties work</PageLink>
    </p>
  );
}
