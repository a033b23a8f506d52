import { expect, test } from 'vitest';
import { cheatsFared } from '../../support/honesty/cheats.ts';
import { honestProofs } from '../../support/honesty/proofs.ts';

// More by its own command: npm run honesty.

test('at most one proof round in twenty of honest winners of each kind goes to a person', () => {
  for (const { name, asked, toPerson } of honestProofs(300, 11)) {
    expect(toPerson / asked, name).toBeLessThanOrEqual(0.05);
  }
});

test('a winner by a profitable script is caught, and gets less than by hand', () => {
  const fared = new Map(cheatsFared(60, 11).map((one) => [one.name, one]));
  const byHand = fared.get('no script: hard, by hand')?.paidPerNaira ?? 0;
  expect(byHand).toBeGreaterThan(1);
  for (const name of [
    'hard, 90 % right',
    'hard, 86 % right, beside more easy rounds by hand',
    'easy by hand for the first prize, then hard, 90 % right',
    'three weeks at hard by hand, then 86 % right',
    'Rush, five perfect runs a day, no ranked play',
  ]) {
    expect(fared.get(name)?.caught, name).toBeGreaterThan(0.75);
    expect(fared.get(name)?.paidPerNaira, name).toBeLessThan(0.7 * byHand);
  }
});
