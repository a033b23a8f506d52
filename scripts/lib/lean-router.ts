import type { Plugin } from 'vite';
import { type Cut, leaveOut } from './leave-out.ts';

const ROUTER = /\/node_modules\/react-router\/dist\//;

/** The part with routes and history, which the cuts below are of. */
const CORE = 'function _renderMatches(';

/** What is cut from the core, and what stands there then. */
const CUTS: readonly Cut[] = [
  // Asked of browsers that are older than any the game runs in.
  [/warning\(\s*typeof URLSearchParams !== "undefined",\s*`(?:[^`\\]|\\.)*`\s*\);/, ''],
  // Routes with loaders, which know of errors and fallbacks: ours are elements.
  [/let dataRouterState = dataRouterOpts\?\.state;/, 'const dataRouterState = null;'],
  [/let errors = dataRouterState\?\.errors;/, 'const errors = null;'],
  [/\bdataRouterOpts && dataRouterOpts\.state\.matches\.length \?/, 'false ?'],
  [/let onErrorHandler = dataRouterOpts\?\.onError;/, 'const onErrorHandler = null;'],
  [/return isDataRoute \? useNavigateStable\(\) : /, 'return '],
  [/if \(dataRouterContext && dataRouterContext\.static && [^{]+\{[^{}]+\}/, ''],
  // They keep what nobody uses.
  [/^RenderErrorBoundary\.contextType = RSCRouterContext;$/m, ''],
  [/= (React3\.memo\(DataRoutes2\);)/, '= /* @__PURE__ */ $1'],
  [
    /^try \{\s*if \(isBrowser2\) \{\s*window\.__reactRouterVersion[^}]+\}\s*\} catch \(e\) \{\s*\}$/m,
    '',
  ],
  // What it warns of are mistakes in a program.
  [/(?<=^function warning\(cond, message\) )\{[\s\S]+?^\}$/m, '{}'],
  [/ENABLE_DEV_WARNINGS = true/, 'ENABLE_DEV_WARNINGS = false'],
];

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
      handler: (code) => {
        const named = code
          .replaceAll(/^\w+\.displayName = "\w+";$/gm, '')
          .replaceAll(/= (\w+\.forwardRef\()/g, '= /* @__PURE__ */ $1')
          .replaceAll(/= (Object\.getOwnPropertyNames\()/g, '= /* @__PURE__ */ $1');
        return code.includes(CORE) ? leaveOut(named, CUTS) : named;
      },
    },
  };
}
