/** The build replaces it: see scripts/lib/build.ts. */
declare const BUILT_VERSION: string;

/** The app's version, as package.json has it: `0.2.0`. */
export const VERSION = BUILT_VERSION;
