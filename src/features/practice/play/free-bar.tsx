import type { ReactNode } from 'react';
import { Bar } from '../../../components/bar.tsx';
import { IconButton } from '../../../components/button.tsx';
import { Chip } from '../../../components/chip.tsx';
import styles from './free-bar.module.css';

type Props = {
  /** Says how far it is: `3 of 5`. */
  count: ReactNode;
  onLeave: () => void;
};

/** The bar of a game that costs nothing. */
export function FreeBar({ count, onLeave }: Props) {
  return (
    <Bar ground="stage">
      <IconButton icon="close" aria-label="Leave the game" onClick={onLeave} />
      <p className={styles.count}>{count}</p>
      <Chip>Free</Chip>
    </Bar>
  );
}
