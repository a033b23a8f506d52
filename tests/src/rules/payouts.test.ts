import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../src/rules/calendar.ts';
import {
  FULL_MEND_TIME,
  HOLD_REASONS,
  mendClock,
  nextPayoutState,
  PAYOUT_STATES,
  type PayoutActor,
  type PayoutEvent,
  RELEASABLE,
} from '../../../src/rules/payouts.ts';

const ACTORS: readonly PayoutActor[] = ['check', 'operator', 'player', 'sender'];

/** All allowed transitions of a payout: from, event, actor, to. */
const MAY_HAPPEN = `
checking cleared   check    approved
held     cleared   check    approved
checking held      check    held
held     held      check    held
approved held      check    held
checking held      operator held
held     held      operator held
approved held      operator held
failed   mended    check    checking
held     released  operator checking
failed   released  operator checking
checking refused   operator refused
held     refused   operator refused
approved refused   operator refused
failed   refused   operator refused
held     lapsed    check    lapsed
failed   lapsed    check    lapsed
checking given-up  player   lapsed
held     given-up  player   lapsed
approved given-up  player   lapsed
failed   given-up  player   lapsed
approved sent      sender   sending
checking found     sender   sending
held     found     sender   sending
approved found     sender   sending
failed   found     sender   sending
sending  called-back sender held
sending  paid      sender   paid
sending  sent-back sender   failed
`
  .trim()
  .split('\n')
  .map((line) => line.split(/\s+/) as [string, PayoutEvent, PayoutActor, string]);

const EVENTS = [...new Set(MAY_HAPPEN.map(([, event]) => event))];

const EVERYTHING = PAYOUT_STATES.flatMap((state) =>
  EVENTS.flatMap((event) => ACTORS.map((by) => [state, event, by] as const)),
);

test.each(EVERYTHING)(
  'a payout that is %s goes on by %s of the %s as the table says',
  (...step) => {
    const row = MAY_HAPPEN.find((one) => step.every((part, at) => one[at] === part));
    expect(nextPayoutState(...step)).toBe(row?.[3] ?? null);
  },
);

test.each(['paid', 'refused', 'lapsed'] as const)('nothing happens to what is %s', (state) => {
  const steps = EVENTS.flatMap((event) => ACTORS.map((by) => nextPayoutState(state, event, by)));
  expect(new Set(steps)).toEqual(new Set([null]));
});

describe('the 30 days to mend a prize', () => {
  const NOW = Date.parse('2026-11-30T23:00:00Z');

  test.each(['no-bank-account', 'no-birth-date', 'proof-round', 'sent-back', 'under-age'] as const)(
    'run while the player is to act: %s',
    (reason) => {
      const clock = mendClock(FULL_MEND_TIME, [reason], NOW);
      expect(clock.mendBy).toBe(NOW + 30 * DAY_MS);
      expect(mendClock(clock, [reason], NOW + DAY_MS)).toEqual(clock);
    },
  );

  test.each(['bank-changed', 'bank-shared', 'claim', 'under-review', 'second-approval'] as const)(
    'stand still while somebody else is: %s',
    (reason) => {
      const running = mendClock(FULL_MEND_TIME, ['no-bank-account'], NOW);
      const still = mendClock(running, ['no-bank-account', reason], NOW + 10 * DAY_MS);
      expect(still).toEqual({ leftMs: 20 * DAY_MS, mendBy: null });
      const later = NOW + 100 * DAY_MS;
      expect(mendClock(still, [reason], later)).toEqual(still);
      expect(mendClock(still, ['no-bank-account'], later).mendBy).toBe(later + 20 * DAY_MS);
    },
  );

  test('never come to less than none', () => {
    const over = { leftMs: DAY_MS, mendBy: NOW };
    expect(mendClock(over, ['claim'], NOW + DAY_MS)).toEqual({ leftMs: 0, mendBy: null });
  });
});

test('an operator alone lets nothing pass that is the player’s to give, or takes two', () => {
  const never = ['no-bank-account', 'no-birth-date', 'under-age', 'second-approval', 'sent-back'];
  expect(RELEASABLE.filter((reason) => never.includes(reason))).toEqual([]);
  expect(RELEASABLE.every((reason) => HOLD_REASONS.includes(reason))).toBe(true);
});
