import { cx } from '../../../components/cx.ts';
import { Shirt } from '../../../components/shirt.tsx';
import styles from './big-shirt.module.css';

const KITS = 5;

type Props = {
  /** From 0: it sets the colour, as in the rows. */
  player: number;
  name: string;
  size: 'turn' | 'win';
};

/** A player's shirt with their first letter; decoration beside the name. */
export function BigShirt({ player, name, size }: Props) {
  const [first = '?'] = name;
  return (
    <span
      className={cx(styles.shirt, styles[size])}
      style={{ color: `var(--kit-${(player % KITS) + 1})` }}
      aria-hidden="true"
    >
      <Shirt />
      <b>{first.toUpperCase()}</b>
    </span>
  );
}
