import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { Avatar } from '../components/avatar.tsx';
import { Button } from '../components/button.tsx';
import { Chip } from '../components/chip.tsx';
import { ChoiceDialog } from '../components/choice-dialog.tsx';
import { Dialog } from '../components/dialog.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { SwitchMark } from '../components/marks.tsx';
import { PageLink } from '../components/page.tsx';
import { env } from '../config/env.ts';
import { type DailyTab, paths } from '../config/paths.ts';
import { VERSION } from '../config/version.ts';
import type { User } from '../contract/user.ts';
import {
  canVibrate,
  chooseSound,
  chooseVibration,
  isSoundOn,
  isVibrationOn,
  vibrate,
} from '../lib/choices.ts';
import { knownOffer } from '../offer/offer.ts';
import { installAtom } from '../offline/install-atom.ts';
import { messagesAtom, profileChangesAtom, queueProfile, resultsAtom } from '../outbox/schedule.ts';
import type { Network, Prize } from '../rules/networks.ts';
import { formatPhone } from '../rules/phone.ts';
import { playerName } from '../session/player-name.ts';
import { chooseTheme, useBrand, useIsDark } from '../session/session.ts';
import styles from './menu.module.css';
import { signOut } from './sign-out.ts';

/**
 * Gives the path of the menu's entry for a page. `/daily` is the leaderboard under another address
 * (`paths.daily`).
 */
const entryPathOf = (pathname: string) => (pathname === paths.daily ? paths.leaderboard : pathname);

const THIS_WEEK = `tab=${'current-week' satisfies DailyTab}`;

type SideMenuProps = { player: User; onClose: () => void };

/** The side menu, with the pages, the theme and the way to log out (pages.md#side-menu). */
export function SideMenu({ player, onClose }: SideMenuProps) {
  const name = playerName(player);
  const brand = useBrand();
  // While the contest is closed, the boards of the day are empty.
  const isRushClosed = knownOffer()?.contest?.isOpen === false;
  const isDark = useIsDark();
  const { pathname } = useLocation();
  const results = useAtomValue(resultsAtom).filter(({ refusal }) => !refusal).length;
  const messages = useAtomValue(messagesAtom).length;
  const changes = useAtomValue(profileChangesAtom).length;
  const isWaiting = results + messages + changes > 0;
  const install = useAtomValue(installAtom);
  const [isAsking, setAsking] = useState(false);

  /**
   * Sets the theme. The server keeps it too, in the background, so that the player's other phones start
   * with it.
   */
  function turnTheme(dark: boolean) {
    chooseTheme(dark);
    if (env.hasAdditions) void queueProfile({ dark: dark ? 'true' : 'false' }, player.id);
  }

  function leave() {
    // Closing the menu removes its history entry. Otherwise Back would lead to a page that only players
    // may see.
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
        <p className={styles.version}>Version {VERSION}</p>
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
    // The player feels at once that vibration is on.
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

/**
 * The words for messages that a logout deletes, because a message holds an email address and a phone
 * number (account.md#logout).
 */
function messagesText(unsent: number): string {
  return unsent === 1
    ? '1 message is not sent. It will be deleted.'
    : `${unsent} messages are not sent. They will be deleted.`;
}

export type MenuEntry = {
  path: string;
  icon: IconName;
  name: string;
  /** A prize, if the entry is hidden from players who cannot win it (pages.md#networks-and-brands). */
  prize?: Prize;
  /** A prize, if the entry is shown only to players who cannot win it. */
  without?: Prize;
};

/** The pages of the side menu (pages.md#side-menu). */
const ENTRIES: readonly MenuEntry[] = [
  { path: paths.home, icon: 'home', name: 'Home' },
  { path: paths.rush, icon: 'double', name: 'Millionaire Rush', prize: 'daily-cash' },
  { path: paths.leaderboard, icon: 'podium', name: 'Leaderboard' },
  { path: paths.practice, icon: 'refresh', name: 'Practice' },
  { path: paths.billing, icon: 'card', name: 'Billing' },
  { path: paths.profile, icon: 'user', name: 'Profile' },
  { path: paths.rules, icon: 'whistle', name: 'How To Win' },
  { path: paths.faqs, icon: 'help', name: 'FAQs' },
  { path: paths.contact, icon: 'mail', name: 'Contact' },
  { path: paths.dataUsed, icon: 'download', name: 'Data used' },
  { path: paths.rewards, icon: 'ticket', name: 'Raffle Draw', prize: 'raffle' },
  { path: paths.rewards, icon: 'cash', name: 'My winnings', without: 'raffle' },
];

export function menuEntries(
  { prizes }: Pick<Network, 'prizes'>,
  entries: readonly MenuEntry[] = ENTRIES,
): readonly MenuEntry[] {
  return entries.filter(
    ({ prize, without }) =>
      (!prize || prizes.includes(prize)) && (!without || !prizes.includes(without)),
  );
}

/** The chip of the booster, which does not exist yet (game.md#answering). */
export function BoostChip() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Chip icon="bolt" tone="gold" label="2x Boost" onClick={() => setOpen(true)}>
        2x
      </Chip>
      {isOpen && (
        <Dialog title="2x Boost" centred onClose={() => setOpen(false)}>
          <p className={styles.soon}>Coming Soon</p>
          <Button onClick={() => setOpen(false)}>OK</Button>
        </Dialog>
      )}
    </>
  );
}
