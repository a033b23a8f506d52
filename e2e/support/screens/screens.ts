import { BANK } from './bank.ts';
import { BILLING } from './billing.ts';
import { BOARDS } from './boards.ts';
import { HELP } from './help.ts';
import { HOME } from './home.ts';
import { LEVELS } from './levels.ts';
import { MY_DATA } from './my-data.ts';
import { PAYMENTS } from './payments.ts';
import { PROFILE } from './profile.ts';
import { REWARDS } from './rewards.ts';
import { ROUND } from './round.ts';
import { RUSH } from './rush.ts';
import type { Screen } from './stage.ts';
import { VISITOR } from './visitor.ts';

/** Every screen and dialog that there is. */
export const SCREENS: Screen[] = [
  ...VISITOR,
  ...HOME,
  ...LEVELS,
  ...PAYMENTS,
  ...ROUND,
  ...RUSH,
  ...REWARDS,
  ...BOARDS,
  ...BILLING,
  ...PROFILE,
  ...BANK,
  ...HELP,
  ...MY_DATA,
];
