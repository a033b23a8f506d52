import type { Env } from './read-env.ts';

/** The build replaces this constant (scripts/lib/build.ts). */
declare const BUILT_ENV: Env;

export const env: Env = BUILT_ENV;
