import type { Plugin } from 'vite';
import { type Cut, leaveOut } from './leave-out.ts';

/** A function whose calls do nothing as long as its feature is not used. */
const idle = (name: string, result = ''): Cut => [
  new RegExp(`(?<=^function ${name}\\([^)]*\\) )\\{$[\\s\\S]+?^\\}$`, 'm'),
  `{${result}}`,
];

/** Pages that a server drew, which `hydrateRoot` takes over: ours are drawn by `createRoot`. */
const HYDRATION: readonly Cut[] = [
  [/^exports\.hydrateRoot = [\s\S]+?^\};$/m, ''],
  [/^ReactDOMHydrationRoot\.prototype\.unstable_scheduleHydration = [\s\S]+?^\};$/m, ''],
  [/^ReactDOMHydrationRoot\.prototype\.(render|unmount) = /gm, ''],
  [/^ {2}isHydrating = !1,\n/m, ''],
  [/^var hydrationParentFiber = null,$/m, 'const isHydrating = !1;\n$&'],
  idle('popHydrationState', 'return !1'),
  idle('resetHydrationState'),
  idle('updateDehydratedSuspenseComponent'),
  [/\bisHydrating = !0\b/g, '!0'],
];

/** `<ViewTransition>`. */
const VIEW_TRANSITIONS: readonly Cut[] = [
  [/^var shouldStartViewTransition = !1,$/m, 'const shouldStartViewTransition = !1;\nvar'],
  [/^ {2}shouldStartViewTransition = !1;$/m, ''],
  idle('trackEnterViewTransitions'),
  idle('applyViewTransitionToHostInstances'),
  idle('applyViewTransitionToHostInstancesRecursive'),
  idle('commitAppearingPairViewTransitions'),
  idle('commitEnterViewTransitions'),
  idle('commitDeletedPairViewTransitions'),
  idle('commitExitViewTransitions'),
  idle('commitNestedViewTransitions'),
  idle('restoreEnterOrExitViewTransitions'),
  idle('restoreNestedViewTransitions'),
  idle('measureNestedViewTransitions'),
  idle('measureViewTransitionHostInstancesRecursive'),
  idle('scheduleViewTransitionEvent'),
  idle('createViewTransitionInstance'),
  [/^ViewTransitionPseudoElement\.prototype\.[\s\S]+?^\};$/gm, ''],
];

/** What a `ref` of a fragment gives. */
const FRAGMENT_REFS: readonly Cut[] = [
  [/^FragmentInstance\.prototype\.[\s\S]+?^\};$/gm, ''],
  idle('commitNewChildToFragmentInstance'),
  idle('deleteChildFromFragmentInstance'),
];

/** Hints for files to come: Vite writes its own. */
const PRELOADS: readonly Cut[] = [
  [/^exports\.preconnect = [\s\S]+?^\};\n(?=exports\.requestFormReset)/m, ''],
];

const CUTS = new Map([
  ['react-dom-client', [...HYDRATION, ...VIEW_TRANSITIONS, ...FRAGMENT_REFS]],
  ['react-dom', PRELOADS],
]);

const FILE = /\/node_modules\/react-dom\/cjs\/([\w-]+)\.production\.js$/;

/**
 * Leaves out of the build what React has and the app does not use: it comes in one piece, of which a
 * bundler drops nothing (ADR-0014).
 */
export function leanReact(): Plugin {
  return {
    name: 'lean-react',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: FILE },
      handler: (code, id) => leaveOut(code, CUTS.get(FILE.exec(id)?.[1] ?? '') ?? []),
    },
  };
}
