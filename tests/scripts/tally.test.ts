import { describe, expect, test } from 'vitest';
import {
  inWords,
  sum,
  tallyOfFigures,
  tallyOfPlaywright,
  tallyOfVitest,
} from '../../scripts/lib/tally.ts';

const vitest = {
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 1,
  numTodoTests: 1,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
};
const playwright = { stats: { expected: 4, unexpected: 0, flaky: 0, skipped: 2 } };

describe('a report of Vitest', () => {
  test('counts what passed, failed and was left out', () => {
    expect(tallyOfVitest({ ...vitest, numFailedTests: 2 }, 1)).toEqual({
      passed: 5,
      failed: 2,
      skipped: 2,
    });
  });

  test('counts a file that could not be loaded as one failure', () => {
    const testResults = [...vitest.testResults, { status: 'failed', assertionResults: [] }];
    expect(tallyOfVitest({ ...vitest, testResults }, 1).failed).toBe(1);
  });

  test('does not count a failed test twice because its file failed, too', () => {
    const testResults = [{ status: 'failed', assertionResults: [{ status: 'failed' }] }];
    expect(tallyOfVitest({ ...vitest, numFailedTests: 1, testResults }, 1).failed).toBe(1);
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
    expect(tallyOfPlaywright(playwright, 0)).toEqual({ passed: 4, failed: 0, skipped: 2 });
  });

  test('counts a flaky test as failed', () => {
    const stats = { ...playwright.stats, flaky: 1, unexpected: 1 };
    expect(tallyOfPlaywright({ stats }, 1).failed).toBe(2);
  });

  test('is a failure when the tool crashed', () => {
    expect(tallyOfPlaywright(undefined, 1).failed).toBe(1);
    expect(tallyOfPlaywright(playwright, 1).failed).toBe(1);
  });

  test('is a failure when every test was skipped', () => {
    const stats = { ...playwright.stats, expected: 0 };
    expect(tallyOfPlaywright({ stats }, 0).failed).toBe(1);
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
  });

  test('says nothing of skipped tests when there are none', () => {
    expect(inWords({ passed: 1, failed: 2, skipped: 0 })).toBe('1 passed, 2 failed');
  });
});
