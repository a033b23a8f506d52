import { createHash } from 'node:crypto';
import { type Checker, CheckStatus } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

/** The name of the checker that passes only the drawn mutants. */
export const DRAW = 'draw';

/** The variables for the number of mutants to draw and for the seed. The checker runs in another process. */
export const DRAWN_VARIABLE = 'MUTATION_DRAWN';
export const SEED_VARIABLE = 'MUTATION_SEED';

type Place = Pick<Mutant, 'id' | 'fileName' | 'location' | 'mutatorName' | 'replacement'>;

/**
 * Draws `count` mutants, all equally likely, and gives their ids. The same seed and code give the same
 * mutants.
 */
export function draw(mutants: readonly Place[], count: number, seed: string): Set<string> {
  const lots = mutants.map((mutant) => ({ id: mutant.id, lot: lotOf(mutant, seed) }));
  lots.sort((a, b) => a.lot.localeCompare(b.lot));
  return new Set(lots.slice(0, count).map(({ id }) => id));
}

function lotOf({ fileName, location, mutatorName, replacement }: Place, seed: string): string {
  const place = JSON.stringify([seed, fileName, location, mutatorName, replacement]);
  return createHash('sha256').update(place).digest('hex');
}

const checker: Checker = {
  init: async () => {},
  // All mutants are in one group, because the draw has to see all of them.
  group: async (mutants) => [mutants.map(({ id }) => id)],
  check: async (mutants) => {
    const count = Number(process.env[DRAWN_VARIABLE]);
    const drawn = draw(mutants, count, process.env[SEED_VARIABLE] ?? '');
    return Object.fromEntries(
      mutants.map(({ id }) => [
        id,
        drawn.has(id)
          ? { status: CheckStatus.Passed }
          : { status: CheckStatus.CompileError, reason: 'It was not drawn.' },
      ]),
    );
  },
};

export const strykerPlugins = [declareValuePlugin(PluginKind.Checker, DRAW, checker)];
