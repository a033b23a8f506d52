import { IconTile } from '../../../components/icon-tile.tsx';
import { POWER_UPS } from '../../../rules/tournament.ts';
import { POWER_UP_WORDS } from '../power-ups.ts';
import styles from './power-up-list.module.css';

/** The four power-ups, and what each does. */
export function PowerUpList() {
  return (
    <section>
      <h2 className={styles.heading}>{POWER_UPS.length} power-ups, one use each</h2>
      <ul className={styles.rows}>
        {POWER_UPS.map((powerUp) => {
          const { name, icon, about } = POWER_UP_WORDS[powerUp];
          return (
            <li key={powerUp} className={styles.row}>
              <IconTile name={icon} look="gold" />
              <p>
                <b>{name}</b> <span>{about}</span>
              </p>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
