import type { IconName } from '../components/icon.tsx';
import { dailyPath, paths } from '../config/paths.ts';
import type { Network, Prize } from '../rules/networks.ts';

export type MenuEntry = {
  path: string;
  icon: IconName;
  name: string;
  /** Hidden from players who cannot win it (flows.md#networks-and-brands). */
  prize?: Prize;
};

/** The pages of the side menu (flows.md#side-menu), each from the day it exists. */
const ENTRIES: readonly MenuEntry[] = [
  { path: paths.home, icon: 'home', name: 'Home' },
  // The day's boards are of the tournament: the week's until it can be played.
  { path: dailyPath('current-week'), icon: 'podium', name: 'Leaderboard' },
  { path: paths.billing, icon: 'card', name: 'Billing' },
  { path: paths.profile, icon: 'user', name: 'Profile' },
  { path: paths.rules, icon: 'whistle', name: 'How To Win' },
  { path: paths.faqs, icon: 'help', name: 'FAQs' },
  { path: paths.contact, icon: 'mail', name: 'Contact' },
];

export function menuEntries(
  { prizes }: Pick<Network, 'prizes'>,
  entries: readonly MenuEntry[] = ENTRIES,
): readonly MenuEntry[] {
  return entries.filter(({ prize }) => !prize || prizes.includes(prize));
}
