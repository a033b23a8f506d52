/** The build replaces this constant (scripts/lib/build.ts). */
declare const BUILT_VERSION: string;

/** The app's version as in package.json, such as `0.2.0`. */
export const VERSION = BUILT_VERSION;
