import { test } from '../support/fixtures.ts';
import { OUTCOMES } from '../support/outcomes.ts';
import { playOutcome } from '../support/play-outcome.ts';

test.use({ expectedErrors: [/status of 502/] });

// What other tests of money show is played by `npm run test:e2e:money` alone.
for (const outcome of OUTCOMES.filter(({ isShown }) => !isShown)) {
  test(`a plan ${outcome.name}, by keys alone`, async ({ page, server }) => {
    await playOutcome(page, server.url, outcome);
  });
}
