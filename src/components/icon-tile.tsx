import { Icon, type IconName } from './icon.tsx';
import styles from './icon-tile.module.css';

/** An icon on a night tile, as the picture of a row. */
export function IconTile({ name }: { name: IconName }) {
  return (
    <span className={styles.tile}>
      <Icon name={name} />
    </span>
  );
}
