import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { ChoiceDialog } from '../components/choice-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon } from '../components/icon.tsx';
import { PageLink } from '../components/page-link.tsx';
import { SwitchMark } from '../components/switch-mark.tsx';
import { env } from '../config/env.ts';
import { type DailyTab, paths } from '../config/paths.ts';
import type { User } from '../contract/user.ts';
import { chooseSound, isSoundOn } from '../lib/sound.ts';
import { canVibrate, chooseVibration, isVibrationOn, vibrate } from '../lib/vibrate.ts';
import { knownOffer } from '../offer/offer.ts';
import { installAtom } from '../offline/install-atom.ts';
import { messagesAtom, profileChangesAtom, resultsAtom } from '../outbox/outbox-atoms.ts';
import { queueProfile } from '../outbox/schedule.ts';
import { formatPhone } from '../rules/phone.ts';
import { playerName } from '../session/player-name.ts';
import { chooseTheme } from '../session/session.ts';
import { useBrand } from '../session/use-brand.ts';
import { useIsDark } from '../session/use-is-dark.ts';
import { menuEntries } from './menu-entries.ts';
import styles from './side-menu.module.css';
import { signOut } from './sign-out.ts';

/** `/daily` is the leaderboard too (`paths.daily`). */
const entryPathOf = (pathname: string) => (pathname === paths.daily ? paths.leaderboard : pathname);

const THIS_WEEK = `tab=${'current-week' satisfies DailyTab}`;

type Props = { player: User; onClose: () => void };

/** The pages there are, the theme, and the way out (flows.md#side-menu). */
export function SideMenu({ player, onClose }: Props) {
  const name = playerName(player);
  const brand = useBrand();
  // Then the day's boards stand empty.
  const isRushClosed = knownOffer()?.contest?.isOpen === false;
  const isDark = useIsDark();
  const { pathname } = useLocation();
  const results = useAtomValue(resultsAtom).filter(({ refusal }) => !refusal).length;
  const messages = useAtomValue(messagesAtom).length;
  const changes = useAtomValue(profileChangesAtom).length;
  const isWaiting = results + messages + changes > 0;
  const install = useAtomValue(installAtom);
  const [isAsking, setAsking] = useState(false);

  /** Kept with the player too, in the background: their other phones begin with it. */
  function turnTheme(dark: boolean) {
    chooseTheme(dark);
    if (env.hasAdditions) void queueProfile({ dark: dark ? 'true' : 'false' }, player.id);
  }

  function leave() {
    // The menu's entry in the history goes with it: Back must not lead to a page behind the guard.
    onClose();
    void signOut();
  }

  return (
    <Dialog
      variant="menu"
      title={
        <span dir="auto" translate="no">
          {name}
        </span>
      }
      subtitle={player.phone && formatPhone(player.phone)}
      head={<Avatar id={player.id} name={name} image={player.image} />}
      onClose={onClose}
    >
      <nav aria-label="Pages">
        <ul>
          {menuEntries(brand).map(({ path, icon, name: label }) => (
            <li key={path}>
              <PageLink
                to={isRushClosed && path === paths.leaderboard ? `${path}?${THIS_WEEK}` : path}
                aria-current={path === entryPathOf(pathname) ? 'page' : undefined}
                className={styles.entry ?? ''}
                onClick={onClose}
              >
                <Icon name={icon} />
                {label}
              </PageLink>
            </li>
          ))}
        </ul>
      </nav>
      <div className={styles.foot}>
        {install && (
          <button
            type="button"
            className={styles.entry}
            onClick={() => {
              onClose();
              install.start();
            }}
          >
            <Icon name="download" />
            Install app
          </button>
        )}
        <button
          type="button"
          role="switch"
          aria-checked={isDark}
          className={styles.entry}
          onClick={() => turnTheme(!isDark)}
        >
          <Icon name="moon" />
          Dark mode
          <SwitchMark />
        </button>
        {canVibrate() && <VibrationSwitch />}
        <SoundSwitch />
        <button
          type="button"
          className={styles.entry}
          onClick={isWaiting ? () => setAsking(true) : leave}
        >
          <Icon name="logout" />
          Logout
        </button>
      </div>
      {isAsking && (
        <ChoiceDialog
          title="Log out now?"
          lead={[
            results > 0 && resultsText(results),
            messages > 0 && messagesText(messages),
            changes > 0 && 'Your profile changes are not sent. They will be deleted.',
          ]
            .filter(Boolean)
            .join(' ')}
          onClose={() => setAsking(false)}
        >
          <Button onClick={() => setAsking(false)}>Stay</Button>
          <Button colour="line" onClick={leave}>
            Log out
          </Button>
        </ChoiceDialog>
      )}
    </Dialog>
  );
}

function VibrationSwitch() {
  const [isOn, setOn] = useState(isVibrationOn);

  function turn() {
    chooseVibration(!isOn);
    setOn(!isOn);
    // Who turns it on feels at once what it is.
    vibrate('right');
  }

  return (
    <button type="button" role="switch" aria-checked={isOn} className={styles.entry} onClick={turn}>
      <Icon name="phone" />
      Vibration
      <SwitchMark />
    </button>
  );
}

function SoundSwitch() {
  const [isOn, setOn] = useState(isSoundOn);

  function turn() {
    chooseSound(!isOn);
    setOn(!isOn);
  }

  return (
    <button type="button" role="switch" aria-checked={isOn} className={styles.entry} onClick={turn}>
      <Icon name="sound" />
      Sound
      <SwitchMark />
    </button>
  );
}

function resultsText(waiting: number): string {
  return waiting === 1
    ? '1 result waits. It still counts.'
    : `${waiting} results wait. They still count.`;
}

/** What a logout takes along: a message holds an email and a phone (flows.md#logout). */
function messagesText(unsent: number): string {
  return unsent === 1
    ? '1 message is not sent. It will be deleted.'
    : `${unsent} messages are not sent. They will be deleted.`;
}
