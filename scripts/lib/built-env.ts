import { loadEnv, type Plugin } from 'vite';
import { readEnv } from '../../src/config/read-env.ts';

/** The picture of a shared link, as index.html names it. */
const SHARE_PICTURE = 'content="/share.png"';

/**
 * Reads the `VITE_*` variables once, for the whole build, which fails on a bad one; the document is
 * told where the API is, whether it takes our additions and, for the picture of a shared link, where the app is.
 */
export function builtEnv(): Plugin {
  let built: ReturnType<typeof readEnv>;
  return {
    name: 'built-env',
    config: ({ root = process.cwd() }, { mode }) => {
      built = readEnv(loadEnv(mode, root));
      const { appUrl: _, ...env } = built;
      return { define: { BUILT_ENV: JSON.stringify(env) } };
    },
    transformIndexHtml: (html) =>
      html
        .replace('__API_URL__', () => JSON.stringify(built.apiUrl))
        .replace('__HAS_ADDITIONS__', () => `${built.hasAdditions}`)
        .replace(SHARE_PICTURE, () => `content="${built.appUrl ?? ''}/share.png"`),
  };
}
