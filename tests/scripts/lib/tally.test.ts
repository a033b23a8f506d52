import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  inWords,
  sum,
  tallyOfCheck,
  tallyOfFigures,
  tallyOfPlaywright,
  tallyOfSkipped,
  tallyOfSpeed,
  tallyOfVitest,
  unsteadyLines,
} from '../../../scripts/lib/tally.ts';

const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [aFile('passed', [aTest('passed')])],
};
const playwright = {
  stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 2 },
  suites: [{ title: 'round.spec.ts', specs: [] }],
};

function aTest(status: string, failureMessages: string[] = []) {
  return { status, fullName: ' a round counts', failureMessages };
}

function aFile(status: string, assertionResults: ReturnType<typeof aTest>[]) {
  return { name: resolve('tests/round.test.ts'), status, assertionResults };
}

describe('a report of Vitest', () => {
  test('counts what passed, failed and was left out', () => {
    expect(tallyOfVitest({ ...vitest, numFailedTests: 2 }, 1)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
      unsteady: [],
    });
  });

  test('counts a file that could not be loaded as one failure', () => {
    const testResults = [...vitest.testResults, aFile('failed', [])];
    expect(tallyOfVitest({ ...vitest, testResults }, 1).failed).toBe(1);
  });

  test('does not count a failed test twice because its file failed, too', () => {
    const testResults = [aFile('failed', [aTest('failed')])];
    expect(tallyOfVitest({ ...vitest, numFailedTests: 1, testResults }, 1).failed).toBe(1);
  });

  test('names a test that needed its second try, and why', () => {
    const test = aTest('passed', ['Error: it was late\n    at a.ts:1', 'Error: later']);
    const testResults = [aFile('passed', [aTest('passed'), test])];
    expect(unsteadyLines(tallyOfVitest({ ...vitest, testResults }, 0))).toEqual([
      'unsteady: 1 test passed only at a second try',
      'unsteady: tests/round.test.ts: a round counts (Error: it was late)',
    ]);
  });

  test('is a failure when the tool ended badly though all tests passed', () => {
    expect(tallyOfVitest(vitest, 1).failed).toBe(1);
  });

  test('is a failure when no test ran', () => {
    expect(tallyOfVitest({ ...vitest, numPassedTests: 0 }, 0).failed).toBe(1);
  });

  test.each([undefined, null, {}, 'crashed'])('is a failure when it is %j', (report) => {
    expect(tallyOfVitest(report, 0)).toEqual({ passed: 0, failed: 1, skipped: 0 });
  });
});

describe('a report of Playwright', () => {
  test('counts what passed and was left out', () => {
    const counts = { passed: 4, failed: 0, skipped: 2, unsteady: [] };
    expect(tallyOfPlaywright(playwright, 0)).toEqual(counts);
  });

  test('counts a test that needed its second try as passed, and names it', () => {
    const stats = { ...playwright.stats, flaky: 1, unexpected: 1 };
    const late = { error: { message: '\u001b[31mError: it was late\u001b[39m\n\nmore' } };
    const spec = (title: string, status: string) => ({
      title,
      tests: [{ status, results: [late, {}] }],
    });
    const specs = [spec('a round counts', 'flaky'), spec('a round ends', 'unexpected')];
    const suites = [{ title: 'round.spec.ts', specs: [], suites: [{ title: 'offline', specs }] }];
    const tally = tallyOfPlaywright({ stats, suites }, 1);
    expect(tally).toMatchObject({ passed: 5, failed: 1 });
    expect(unsteadyLines(tally)).toEqual([
      'unsteady: 1 test passed only at a second try',
      'unsteady: round.spec.ts: offline: a round counts (Error: it was late)',
    ]);
  });

  test('is a failure when the tool crashed', () => {
    expect(tallyOfPlaywright(undefined, 1).failed).toBe(1);
    expect(tallyOfPlaywright(playwright, 1).failed).toBe(1);
  });

  test('is a failure when every test was skipped', () => {
    const stats = { ...playwright.stats, expected: 0 };
    expect(tallyOfPlaywright({ ...playwright, stats }, 0).failed).toBe(1);
  });
});

describe('a report of what is measured', () => {
  const stats = { expected: 0, unexpected: 0, flaky: 0, skipped: 2 };

  test('is none of a failure where the machine lets nothing be judged', () => {
    const report = { stats, suites: [] };
    expect(tallyOfSpeed(report, 0)).toMatchObject({ passed: 0, failed: 0, skipped: 2 });
  });

  test('is a failure where nothing was measured, a figure is too high, or the tool crashed', () => {
    expect(tallyOfSpeed({ stats: { ...stats, skipped: 0 }, suites: [] }, 0).failed).toBe(1);
    expect(tallyOfSpeed({ stats: { ...stats, unexpected: 1 }, suites: [] }, 1).failed).toBe(1);
    expect(tallyOfSpeed(undefined, 1).failed).toBe(1);
  });
});

describe('a report of figures', () => {
  test('counts each figure', () => {
    const report = [{ passed: true }, { passed: false }, { passed: true }];
    expect(tallyOfFigures(report, 1)).toEqual({ passed: 2, failed: 1, skipped: 0 });
  });

  test('is a failure when it holds no figure', () => {
    expect(tallyOfFigures([], 0).failed).toBe(1);
  });
});

describe('the last line', () => {
  test('sums all parts of a run', () => {
    const total = sum([tallyOfVitest(vitest, 0), tallyOfPlaywright(playwright, 0)]);
    expect(inWords(total)).toBe('9 passed, 0 failed, 4 skipped');
    expect(inWords(sum([total, tallyOfSkipped()]))).toBe('9 passed, 0 failed, 5 skipped');
  });

  test('is printed after the tests that needed a second try', () => {
    const tallies = [
      { passed: 1, failed: 0, skipped: 0, unsteady: ['a', 'b'] },
      tallyOfCheck(true),
    ];
    expect(unsteadyLines(sum(tallies))).toEqual([
      'unsteady: 2 tests passed only at a second try',
      'unsteady: a',
      'unsteady: b',
    ]);
    expect(unsteadyLines(tallyOfCheck(true))).toEqual([]);
  });

  test('says nothing of skipped tests when there are none', () => {
    expect(inWords({ passed: 1, failed: 2, skipped: 0 })).toBe('1 passed, 2 failed');
  });
});
