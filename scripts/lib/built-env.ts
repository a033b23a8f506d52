import { loadEnv, type Plugin } from 'vite';
import { readEnv } from '../../src/config/read-env.ts';

/** Reads the `VITE_*` variables once, for the whole build, which fails on a bad one. */
export function builtEnv(): Plugin {
  return {
    name: 'built-env',
    config: ({ root = process.cwd() }, { mode }) => ({
      define: { BUILT_ENV: JSON.stringify(readEnv(loadEnv(mode, root))) },
    }),
  };
}
