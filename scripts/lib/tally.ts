import { relative } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import * as v from 'valibot';

/** How many tests or checks passed, failed and were skipped. */
export type Tally = {
  passed: number;
  failed: number;
  skipped: number;
  /** Tests that failed at first and passed at their second try, with the reason why they failed. */
  unsteady?: string[];
};

const VitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numPendingTests: v.number(),
  numTodoTests: v.number(),
  testResults: v.array(
    v.object({
      name: v.string(),
      status: v.string(),
      assertionResults: v.array(
        v.object({
          status: v.string(),
          fullName: v.string(),
          failureMessages: v.nullish(v.array(v.string())),
        }),
      ),
    }),
  ),
});

const PlaywrightReport = v.object({
  stats: v.object({
    expected: v.number(),
    unexpected: v.number(),
    flaky: v.number(),
    skipped: v.number(),
  }),
  suites: v.array(v.unknown()),
});

/** A file, or a group of tests in it, as Playwright reports it. */
const PlaywrightSuite = v.object({
  title: v.string(),
  specs: v.array(
    v.object({
      title: v.string(),
      tests: v.array(
        v.object({
          status: v.string(),
          results: v.array(v.object({ error: v.optional(v.object({ message: v.string() })) })),
        }),
      ),
    }),
  ),
  suites: v.optional(v.array(v.unknown())),
});

const FiguresReport = v.array(v.object({ passed: v.boolean() }));

/** Counts a check that has no tests of its own. */
export function tallyOfCheck(passed: boolean): Tally {
  return { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 };
}

/** Counts a check that was skipped. */
export function tallyOfSkipped(): Tally {
  return { passed: 0, failed: 0, skipped: 1 };
}

/** Counts Vitest's JSON report. A file that can't be loaded has no tests, and counts as a failure. */
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
    unsteady: testResults.flatMap(({ name, assertionResults }) =>
      assertionResults
        .filter(({ status }) => status === 'passed')
        .flatMap(({ fullName, failureMessages }) => {
          const [failure] = failureMessages ?? [];
          return failure === undefined
            ? []
            : inOneLine(`${relative('.', name)}: ${fullName.trim()}`, failure);
        }),
    ),
  });
}

/** Counts Playwright's JSON report. */
export function tallyOfPlaywright(report: unknown, exitCode: number): Tally {
  const parsed = v.safeParse(PlaywrightReport, report);
  if (!parsed.success) return tallyOfCheck(false);
  const { stats, suites } = parsed.output;
  const { expected, unexpected, flaky, skipped } = stats;
  const unsteady = suites.flatMap((suite) => flakyIn(suite));
  return withExitCode(exitCode, {
    passed: expected + flaky,
    failed: unexpected,
    skipped,
    unsteady,
  });
}

/**
 * Counts Playwright's JSON report of measurements. If all were skipped, nothing failed, because measurements
 * on a busy machine are not judged.
 */
export function tallyOfSpeed(report: unknown, exitCode: number): Tally {
  const tally = tallyOfPlaywright(report, exitCode);
  const isAllUnjudged = exitCode === 0 && tally.passed === 0 && tally.skipped > 0;
  return isAllUnjudged ? { ...tally, failed: 0 } : tally;
}

function flakyIn(suite: unknown): string[] {
  const { title, specs, suites = [] } = v.parse(PlaywrightSuite, suite);
  const own = specs.flatMap((spec) =>
    spec.tests
      .filter(({ status }) => status === 'flaky')
      .map(({ results }) => inOneLine(spec.title, results[0]?.error?.message ?? 'no reason')),
  );
  return [...own, ...suites.flatMap(flakyIn)].map((name) => `${title}: ${name}`);
}

/** Gives a test's name and the first line of its failure, without terminal colours. */
function inOneLine(name: string, failure: string): string {
  const [reason] = stripVTControlCharacters(failure).split('\n', 1);
  return `${name} (${reason})`;
}

/** Counts the report of a script with figures. Each figure is a check. */
export function tallyOfFigures(report: unknown, exitCode: number): Tally {
  const parsed = v.safeParse(FiguresReport, report);
  if (!parsed.success) return tallyOfCheck(false);
  const passed = parsed.output.filter((figure) => figure.passed).length;
  return withExitCode(exitCode, { passed, failed: parsed.output.length - passed, skipped: 0 });
}

export function sum(tallies: Tally[]): Tally {
  const total = { passed: 0, failed: 0, skipped: 0, unsteady: [] as string[] };
  for (const { passed, failed, skipped, unsteady = [] } of tallies) {
    total.passed += passed;
    total.failed += failed;
    total.skipped += skipped;
    total.unsteady.push(...unsteady);
  }
  return total;
}

/**
 * Lists the tests that failed before they passed, below a line with their number. Empty if there are none.
 */
export function unsteadyLines({ unsteady = [] }: Tally): string[] {
  if (unsteady.length === 0) return [];
  const count = unsteady.length === 1 ? '1 test' : `${unsteady.length} tests`;
  return [
    `unsteady: ${count} passed only at a second try`,
    ...unsteady.map((name) => `unsteady: ${name}`),
  ];
}

/** Writes the last line of a test run: `12 passed, 0 failed`, and the number of skipped tests, if any. */
export function inWords({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Adds a failure if the tool failed without a failed test, which means a crash, or if it ran no test. */
function withExitCode(exitCode: number, tally: Tally): Tally {
  const isSound = tally.failed > 0 || (exitCode === 0 && tally.passed > 0);
  return isSound ? tally : { ...tally, failed: 1 };
}
