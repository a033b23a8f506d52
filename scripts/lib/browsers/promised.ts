/** The oldest browsers that the README promises: what the build aims at, and `npm run check` holds. */
export const PROMISED = { chrome: '94', safari: '15.4' } as const;

/** The same for Vite. */
export const BUILD_TARGET = Object.entries(PROMISED).map(([name, version]) => name + version);
