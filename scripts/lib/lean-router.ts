import type { Plugin } from 'vite';

const ROUTER = /\/node_modules\/react-router\/dist\//;

/** Asked of browsers that are older than any the game runs in. */
const OLD_BROWSERS =
  /warning\(\s*typeof URLSearchParams !== "undefined",\s*`(?:[^`\\]|\\.)*`\s*\);/;

/**
 * Leaves out of the build what nobody uses of the router: its exports name the build with the
 * developers' warnings alone, and bundlers keep each component that `forwardRef` made and that was
 * given a name afterwards, such as its forms with all they need.
 */
export function leanRouter(): Plugin {
  return {
    name: 'lean-router',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: ROUTER },
      handler: (code) =>
        code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/= (\w+\.forwardRef\()/g, '= /* @__PURE__ */ $1')
          .replace(OLD_BROWSERS, '')
          .replace('ENABLE_DEV_WARNINGS = true', 'ENABLE_DEV_WARNINGS = false'),
    },
  };
}
