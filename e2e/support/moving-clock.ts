import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LOADED_BEFORE = new URL('../../tests/support/moved-clock.ts', import.meta.url);

/** A clock for a server of its own, which a test moves forward. */
export function movingClock() {
  const CLOCK_FILE = join(mkdtempSync(join(tmpdir(), 'football-mastermind-clock-')), 'ahead');
  let ahead = 0;
  const set = () => writeFileSync(CLOCK_FILE, String(ahead));
  set();
  return {
    env: { CLOCK_FILE, NODE_OPTIONS: `--import=${fileURLToPath(LOADED_BEFORE)}` },
    now: () => Date.now() + ahead,
    /** Moves it forward to an instant in epoch milliseconds. */
    goTo: (at: number) => {
      ahead = at - Date.now();
      set();
    },
  };
}
