import { useAtomValue } from 'jotai';
import { NavLink } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { paths } from '../config/paths.ts';
import type { User } from '../contract/user.ts';
import { outboxAtom } from '../offline/outbox-atom.ts';
import { sessionAtom, updateSession } from '../session/session.ts';
import styles from './side-menu.module.css';
import { signOut } from './sign-out.ts';

const ENTRIES: { path: string; icon: IconName; name: string }[] = [
  { path: paths.home, icon: 'home', name: 'Home' },
  { path: paths.leaderboard, icon: 'podium', name: 'Leaderboard' },
];

type Props = { player: User; onClose: () => void };

/** The pages there are, the theme, and the way out (accounts §2). */
export function SideMenu({ player, onClose }: Props) {
  const name = player.username || player.name || 'Player';
  const { dark } = useAtomValue(sessionAtom);
  const waiting = useAtomValue(outboxAtom).filter(({ refusal }) => !refusal).length;
  return (
    <Dialog
      variant="menu"
      title={<span dir="auto">{name}</span>}
      subtitle={player.phone}
      head={<Avatar id={player.id} name={name} />}
      onClose={onClose}
    >
      <nav aria-label="Pages">
        <ul>
          {ENTRIES.map(({ path, icon, name: label }) => (
            <li key={path}>
              <NavLink to={path} className={styles.entry ?? ''} onClick={onClose}>
                <Icon name={icon} />
                {label}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        <button
          type="button"
          role="switch"
          aria-checked={dark}
          className={styles.entry}
          onClick={() => updateSession({ dark: !dark })}
        >
          <Icon name="moon" />
          Dark mode
          <span className={styles.switch} aria-hidden="true" />
        </button>
        <button type="button" className={styles.entry} onClick={() => void signOut()}>
          <Icon name="logout" />
          Logout
          {waiting > 0 && (
            <span className={styles.waiting}>
              {waiting === 1
                ? '1 result waits. It still counts.'
                : `${waiting} results wait. They still count.`}
            </span>
          )}
        </button>
      </div>
    </Dialog>
  );
}
