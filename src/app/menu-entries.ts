import type { IconName } from '../components/icon.tsx';
import { paths } from '../config/paths.ts';
import type { Network, Prize } from '../rules/networks.ts';

export type MenuEntry = {
  path: string;
  icon: IconName;
  name: string;
  /** Hidden from players who cannot win it (flows.md#networks-and-brands). */
  prize?: Prize;
  /** Shown to those alone who cannot win it. */
  without?: Prize;
};

/** The pages of the side menu (flows.md#side-menu). */
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
