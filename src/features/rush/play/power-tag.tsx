import { Tag } from '../../../components/chip.tsx';
import type { Game } from '../run/game.ts';
import styles from './power-tag.module.css';

/** What works on the question on the table, beside its number. */
export function PowerTag({ game: { used, level, clock, optionsLeft } }: { game: Game }) {
  if (clock.isFrozen) {
    return (
      <span className={styles.ice}>
        <Tag icon="freeze">Clock stopped</Tag>
      </span>
    );
  }
  if (used['double-points'] === level) {
    return (
      <Tag icon="double" tone="gold">
        Double on
      </Tag>
    );
  }
  return optionsLeft ? (
    <Tag icon="fifty" tone="gold">
      50/50 on
    </Tag>
  ) : null;
}
