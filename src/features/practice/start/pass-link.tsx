import { Icon } from '../../../components/icon.tsx';
import { PageLink } from '../../../components/page-link.tsx';
import { paths } from '../../../config/paths.ts';
import { PASS_PLAYERS } from '../../../rules/pass-the-phone.ts';
import styles from './pass-link.module.css';

export function PassLink() {
  const { least, most } = PASS_PLAYERS;
  return (
    <PageLink to={paths.passThePhone} className={styles.link}>
      <span className={styles.tile}>
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M3.2 3.2h8.6v17.6H3.2zM15 12h6.5M18 8l4 4-4 4" />
        </svg>
      </span>
      <span>
        <b>Pass the phone</b>
        <span className={styles.small}>
          {least} to {most} players, one phone
        </span>
      </span>
      <Icon name="chev-down" size={18} className={styles.arrow} />
    </PageLink>
  );
}
