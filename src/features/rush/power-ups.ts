import type { IconName } from '../../components/icon.tsx';
import { type PowerUp, RUSH_POINTS_PER_LEVEL, TIME_FREEZE_MS } from '../../rules/tournament.ts';

/** The name, drawing and explanation of each power-up, for before a run and in it. */
export const POWER_UP_WORDS = {
  skip: {
    name: 'Skip',
    icon: 'skip',
    about: 'Jump over one question.',
    now: 'Next question, no points.',
  },
  'time-freeze': {
    name: 'Time Freeze',
    icon: 'freeze',
    about: `Stop the clock for ${TIME_FREEZE_MS / 1000} seconds.`,
    now: 'Stop the clock on this question.',
  },
  'double-points': {
    name: 'Double Points',
    icon: 'double',
    about: 'Get points two times.',
    now: `This question: ${2 * RUSH_POINTS_PER_LEVEL}, not ${RUSH_POINTS_PER_LEVEL}.`,
  },
  'fifty-fifty': {
    name: '50/50',
    icon: 'fifty',
    about: 'Take away two wrong answers.',
    now: 'Take away two wrong answers.',
  },
} as const satisfies Record<PowerUp, { name: string; icon: IconName; about: string; now: string }>;
