import type { Env } from './read-env.ts';

/** What the build puts in: see scripts/lib/build.ts. */
declare const BUILT_ENV: Env;

export const env: Env = BUILT_ENV;
