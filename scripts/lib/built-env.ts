import { loadEnv, type Plugin } from 'vite';
import { type Env, readEnv } from '../../src/config/read-env.ts';

/**
 * Reads the `VITE_*` variables once, for the whole build, which fails on a bad one; the script in
 * the document's head is told where the API is.
 */
export function builtEnv(): Plugin {
  let env: Env;
  return {
    name: 'built-env',
    config: ({ root = process.cwd() }, { mode }) => {
      env = readEnv(loadEnv(mode, root));
      return { define: { BUILT_ENV: JSON.stringify(env) } };
    },
    transformIndexHtml: (html) => html.replace('__API_URL__', () => JSON.stringify(env.apiUrl)),
  };
}
