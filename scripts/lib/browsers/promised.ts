/** The oldest browsers that the README promises. The build targets them, and `npm run check` checks them. */
export const PROMISED = { chrome: '94', safari: '15.4' } as const;

/** The promised browsers as Vite names them. */
export const BUILD_TARGET = Object.entries(PROMISED).map(([name, version]) => name + version);
