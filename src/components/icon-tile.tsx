import { cx } from './cx.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './icon-tile.module.css';

type Props = { name: IconName; look?: 'night' | 'gold' };

/** An icon on a tile, as the picture of a row. */
export function IconTile({ name, look = 'night' }: Props) {
  return (
    <span className={cx(styles.tile, styles[look])}>
      <Icon name={name} />
    </span>
  );
}
