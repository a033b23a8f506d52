import { test } from '../support/fixtures.ts';
import { OUTCOMES } from '../support/outcomes.ts';
import { playOutcome } from '../support/play-outcome.ts';

test.use({ expectedErrors: [/status of 502/] });

const EACH_TIME = ['by airtime, charged'];

// Outcomes shown by other tests of money are played by `npm run test:e2e:money` alone.
for (const outcome of OUTCOMES.filter(({ isShown }) => !isShown)) {
  const details = EACH_TIME.includes(outcome.name) ? {} : { tag: '@full' };
  test(`a plan ${outcome.name}, by keys alone`, details, async ({ page, server }) => {
    await playOutcome(page, server.url, outcome);
  });
}
