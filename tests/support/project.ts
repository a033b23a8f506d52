import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const OWN_NODE = join(ROOT, 'node_modules/.bin/node');

/** The server and the build need Node 24, whatever runs the tests. */
export const NODE = existsSync(OWN_NODE) ? OWN_NODE : process.execPath;

/**
 * Node's flags for a process that lives as long as a test: the embedded database's program is
 * compiled once, simply, and not optimised while it runs, which uses an eighth less of the
 * processor.
 */
export const SHORT_LIVED = ['--liftoff-only'];
