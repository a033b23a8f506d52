import type { MutantResult } from '@stryker-mutator/api/core';
import type { Figure } from './figures.ts';

const GOAL = 0.85;

type Status = MutantResult['status'];

/**
 * Gives the figures of a part. A mutant that timed out does not count as killed, because on a busy machine
 * many mutants time out. Mutants that no test could be started with are left out.
 */
export function figuresOf(part: string, statuses: readonly Status[]): Figure[] {
  const count = (status: Status) => statuses.filter((each) => each === status).length;
  const [killed, timedOut] = [count('Killed'), count('Timeout')];
  const [survived, untested] = [count('Survived'), count('NoCoverage')];
  const all = killed + timedOut + survived + untested;
  const figure = (name: string, value: string) => ({
    name: `${part}: ${name}`,
    value,
    limit: '–',
    passed: true,
  });
  return [
    figure('mutants', `${all}`),
    {
      name: `${part}: killed by a test`,
      value: percent(killed, all),
      limit: `≥ ${percent(GOAL, 1)}`,
      passed: all > 0 && killed >= GOAL * all,
    },
    figure('with those that ran out of time', percent(killed + timedOut, all)),
    figure('survived', `${survived}`),
    figure('ran in no test', `${untested}`),
    figure('broke what loads them', `${count('RuntimeError')}`),
  ];
}

function percent(part: number, whole: number): string {
  return `${((100 * part) / Math.max(1, whole)).toFixed(1)} %`;
}
