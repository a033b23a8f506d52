import * as v from 'valibot';

/** How many tests or checks passed, failed and were left out. */
export type Tally = { passed: number; failed: number; skipped: number };

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({ status: v.string(), assertionResults: v.array(v.object({ status: v.string() })) }),
  ),
});

const PlaywrightReport = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
});

const FiguresReport = v.array(v.object({ passed: v.boolean() }));

/** One check without tests of its own. */
export function tallyOfCheck(passed: boolean): Tally {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** Vitest's JSON report. A file that can't even be loaded has no tests: it counts as one failure. */
export function tallyOfVitest(report: unknown, exitCode: number): Tally {
  const parsed = v.safeParse(VitestReport, report);
  if (!parsed.success) return tallyOfCheck(false);
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
    parsed.output;
  const brokenFiles = testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((test) => test.status === 'failed'),
  );
  return withExitCode(exitCode, {
    passed: numPassedTests,
    failed: numFailedTests + brokenFiles.length,
    skipped: numPendingTests + numTodoTests,
  });
}

/** Playwright's JSON report. A test that passed only at its second try has failed. */
export function tallyOfPlaywright(report: unknown, exitCode: number): Tally {
  const parsed = v.safeParse(PlaywrightReport, report);
  if (!parsed.success) return tallyOfCheck(false);
  const { expected, unexpected, flaky, skipped } = parsed.output.stats;
  return withExitCode(exitCode, { passed: expected, failed: unexpected + flaky, skipped });
}

/** The report of `budget.ts` and `lighthouse.ts`: one entry per figure. */
export function tallyOfFigures(report: unknown, exitCode: number): Tally {
  const parsed = v.safeParse(FiguresReport, report);
  if (!parsed.success) return tallyOfCheck(false);
  const passed = parsed.output.filter((figure) => figure.passed).length;
  return withExitCode(exitCode, { passed, failed: parsed.output.length - passed, skipped: 0 });
}

export function sum(tallies: Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0 };
  for (const { passed, failed, skipped } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
  }
  return total;
}

/** The last line of a test run: `12 passed, 0 failed`, and what was skipped, if anything was. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** A tool that ends badly without a failed test crashed, and one that ran nothing shows nothing. */
function withExitCode(exitCode: number, tally: Tally): Tally {
  const isSound = tally.failed > 0 || (exitCode === 0 && tally.passed > 0);
  return isSound ? tally : { ...tally, failed: 1 };
}
