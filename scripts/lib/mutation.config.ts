import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SHORT_LIVED } from '../../tests/support/project.ts';
import { builtEnv } from './build.ts';
import { isPartName, PARTS, type Part } from './mutation-parts.ts';

/** Which part this is: Stryker starts Vitest in processes of its own. */
const name = process.env.MUTATION_PART ?? '';
if (!isPartName(name)) throw new Error(`MUTATION_PART is ${name}`);
const { tests, inPage }: Part = PARTS[name];

/** The first test that fails is enough: those that try a thousand cases come when all others have passed. */
class ByChanceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isByChance = ({ moduleId }: TestSpecification) => /\.(property|model)\./.test(moduleId);
    return files.toSorted((a, b) => Number(isByChance(a)) - Number(isByChance(b)));
  }
}

// No second try, as the main configuration has: a test that fails once has killed the mutant.
export default defineConfig({
  plugins: [builtEnv()],
  define: { DECK_URL: JSON.stringify('/assets/deck.json') },
  test: {
    include: tests,
    // Nothing is tried again here; a tag has to be known.
    tags: [{ name: 'once' }],
    // Stryker ends a mutant that hangs, and counts it apart from one that fails.
    testTimeout: 0,
    hookTimeout: 0,
    sequence: { sequencer: ByChanceLast },
    ...(inPage
      ? {
          environment: 'jsdom',
          setupFiles: ['tests/support/vm-globals.ts', 'tests/support/app-setup.ts'],
        }
      : { environment: 'node', isolate: false, execArgv: SHORT_LIVED }),
  },
});
