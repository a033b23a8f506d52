/**
 * The oldest browsers that the README promises: the build aims at them, and `npm run check` holds them.
 */
export const PROMISED = { chrome: '94', safari: '15.4' } as const;

/** The same for Vite. */
export const BUILD_TARGET = Object.entries(PROMISED).map(([name, version]) => name + version);
