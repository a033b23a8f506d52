import type { Level } from '../rules/levels.ts';
import type { IconName } from './icon-paths.ts';

/** One, two or three bars: a level is never told by its colour alone. */
export const LEVEL_ICONS: Readonly<Record<Level, IconName>> = {
  easy: 'bars1',
  medium: 'bars2',
  hard: 'bars3',
};
