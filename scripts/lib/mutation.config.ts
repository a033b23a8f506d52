import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { SHORT_LIVED } from '../../tests/support/project.ts';
import { builtEnv } from './build.ts';
import { isPartName, PARTS, type Part } from './mutation-parts.ts';

/** The name of the part. It comes from a variable, because Stryker starts Vitest in processes of its own. */
const name = process.env.MUTATION_PART ?? '';
if (!isPartName(name)) throw new Error(`MUTATION_PART is ${name}`);
const { tests, inPage }: Part = PARTS[name];

/** Runs the tests that try a thousand cases last, because the first test that fails is enough. */
class ByChanceLast extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isByChance = ({ moduleId }: TestSpecification) => /\.(property|model)\./.test(moduleId);
    return files.toSorted((a, b) => Number(isByChance(a)) - Number(isByChance(b)));
  }
}

// Unlike in the main configuration no test has a second try, because a single failure kills the mutant.
export default defineConfig({
  plugins: [builtEnv()],
  define: { DECK_URL: JSON.stringify('/assets/deck.json') },
  test: {
    include: tests,
    // The tag does nothing here, but tests use it and Vitest refuses unknown tags.
    tags: [{ name: 'once' }],
    // Stryker ends a mutant that hangs, and counts it as timed out and not as killed.
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
