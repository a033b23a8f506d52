import { test } from '../support/fixtures.ts';
import { restInFull } from '../support/full.ts';
import { OUTCOMES } from '../support/outcomes.ts';
import { playOutcome } from '../support/play-outcome.ts';

test.use({ expectedErrors: [/status of 502/] });

// What other tests of money show is played by `npm run test:e2e:money` alone.
for (const [index, outcome] of OUTCOMES.filter(({ isShown }) => !isShown).entries()) {
  test(`a plan ${outcome.name}, by keys alone`, restInFull(index), async ({ page, server }) => {
    await playOutcome(page, server.url, outcome);
  });
}
