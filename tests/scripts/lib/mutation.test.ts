import { describe, expect, test } from 'vitest';
import { draw } from '../../../scripts/lib/mutation-draw.ts';
import { figuresOf } from '../../../scripts/lib/mutation-score.ts';

const MUTANTS = Array.from({ length: 1000 }, (_, line) => ({
  id: `${line}`,
  fileName: 'server/ledger/ledger.ts',
  location: { start: { line, column: 1 }, end: { line, column: 9 } },
  mutatorName: 'EqualityOperator',
  replacement: 'a <= b',
}));

describe('the mutants that are drawn', () => {
  test('are so many, or all where there are fewer', () => {
    expect(draw(MUTANTS, 300, '1').size).toBe(300);
    expect(draw(MUTANTS.slice(0, 7), 300, '1').size).toBe(7);
  });

  test('are the same for the same seed, others for another', () => {
    const drawn = draw(MUTANTS, 300, '1');
    expect(draw(MUTANTS.toReversed(), 300, '1')).toEqual(drawn);
    expect(draw(MUTANTS, 300, '2').difference(drawn).size).toBeGreaterThan(150);
  });
});

describe('the score', () => {
  const valuesOf = (part: string, statuses: Parameters<typeof figuresOf>[1]) =>
    Object.fromEntries(figuresOf(part, statuses).map(({ name, value }) => [name, value]));

  test('counts those that ran in no test, and tells of those that ran out of time apart', () => {
    const statuses = ['Killed', 'Killed', 'Timeout', 'Survived', 'NoCoverage'] as const;
    expect(valuesOf('money', statuses)).toEqual({
      'money: mutants': '5',
      'money: killed by a test': '40.0 %',
      'money: with those that ran out of time': '60.0 %',
      'money: survived': '1',
      'money: ran in no test': '1',
      'money: broke what loads them': '0',
    });
  });

  test('leaves out what was not drawn, and what broke what loads it', () => {
    const values = valuesOf('money', ['Killed', 'CompileError', 'RuntimeError']);
    expect(values).toMatchObject({ 'money: mutants': '1', 'money: killed by a test': '100.0 %' });
  });

  test.each([
    [17, true],
    [16, false],
  ])('of %i in 20 passes: %s', (killed, passed) => {
    const statuses = Array.from({ length: 20 }, (_, at) => (at < killed ? 'Killed' : 'Survived'));
    const figures = figuresOf('money', statuses);
    expect(figures.every((figure) => figure.passed)).toBe(passed);
  });

  test('without anything does not pass', () => {
    expect(figuresOf('money', []).every((figure) => figure.passed)).toBe(false);
  });
});
