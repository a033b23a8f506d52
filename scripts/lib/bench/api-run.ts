import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { NODE } from '../../../tests/support/project.ts';
import type { Order, Played } from './api-generator.ts';

const GENERATOR = fileURLToPath(new URL('./api-generator.ts', import.meta.url));

type Told = { done: Played | null } | { failed: string };

/** The process that makes the calls, apart from what counts and from what is measured. */
export class Generator {
  readonly #child: ChildProcess = fork(GENERATOR, [], {
    execPath: NODE,
    serialization: 'advanced',
  });

  ask(order: Order): Promise<Played | null> {
    return new Promise((resolve, reject) => {
      const onEnd = () => reject(new Error('the generator ended'));
      this.#child.once('exit', onEnd);
      this.#child.once('message', (told: Told) => {
        this.#child.off('exit', onEnd);
        if ('failed' in told) reject(new Error(told.failed));
        else resolve(told.done);
      });
      this.#child.send(order);
    });
  }

  async run(run: { rate: number; seconds: number }): Promise<Played> {
    const played = await this.ask({ do: 'run', ...run });
    if (played === null) throw new Error('the generator told nothing');
    return played;
  }

  end(): void {
    this.#child.kill();
  }
}
