import type { IconName } from '../components/icon.tsx';
import type { Brand } from '../config/brands.ts';
import { paths } from '../config/paths.ts';

/** A page in the side menu. */
export type MenuEntry = {
  path: string;
  icon: IconName;
  name: string;
  /** What a brand may hide from its players: `raffle` for Raffle Draw (accounts §6). */
  isPartOf?: keyof Brand['hides'];
};

/** The pages of the side menu (accounts §2), each from the day it exists. */
const ENTRIES: readonly MenuEntry[] = [
  { path: paths.home, icon: 'home', name: 'Home' },
  { path: paths.leaderboard, icon: 'podium', name: 'Leaderboard' },
  { path: paths.rules, icon: 'whistle', name: 'How To Win' },
  { path: paths.faqs, icon: 'help', name: 'FAQs' },
  { path: paths.contact, icon: 'mail', name: 'Contact' },
];

/** The entries that the players of a brand are shown. */
export function menuEntries(
  { hides }: Pick<Brand, 'hides'>,
  entries: readonly MenuEntry[] = ENTRIES,
): readonly MenuEntry[] {
  return entries.filter(({ isPartOf }) => !isPartOf || !hides[isPartOf]);
}
