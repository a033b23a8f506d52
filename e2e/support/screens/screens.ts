import { BANK } from './bank.ts';
import { BILLING } from './billing.ts';
import { BOARDS } from './boards.ts';
import { HELP } from './help.ts';
import { HOME } from './home.ts';
import { LEVELS } from './levels.ts';
import { MY_DATA } from './my-data.ts';
import { PAYMENTS } from './payments.ts';
import { PRACTICE } from './practice.ts';
import { PROFILE } from './profile.ts';
import { REWARDS } from './rewards.ts';
import { ROUND } from './round.ts';
import { RUSH } from './rush.ts';
import type { Screen } from './stage.ts';
import { VISITOR } from './visitor.ts';

/** Every screen and dialog, by the walk that goes through them. */
export const WALKS: Record<string, Screen[]> = {
  'what a visitor sees': VISITOR,
  home: HOME,
  levels: LEVELS,
  payments: PAYMENTS,
  'a round': ROUND,
  practice: PRACTICE,
  'Millionaire Rush': RUSH,
  rewards: REWARDS,
  boards: BOARDS,
  billing: BILLING,
  profile: PROFILE,
  'bank account': BANK,
  help: HELP,
  'my data': MY_DATA,
};
