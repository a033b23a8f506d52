import type { Plugin } from 'vite';

/** The code to find in a library, and the code that replaces it. */
type Cut = readonly [pattern: RegExp, replacement: string];

/**
 * A library's code with each of the cuts made.
 * @throws an Error for a cut that finds nothing: the cuts must be checked again for a new version of the
 * library
 */
export function leaveOut(code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, [pattern, replacement]) => {
    const cut = left.replace(pattern, replacement);
    if (cut === left) throw new Error(`${pattern} finds nothing to leave out any more.`);
    return cut;
  }, code);
}

/** A method of the class, from its first line to its last. */
const method = (head: string) =>
  new RegExp(String.raw`^ {4}(?:async )?#${head}\([^\n]*\{$[\s\S]+?^ {4}\}\n`, 'm');

// Features of ky that `src/lib/http.ts` does not use.
const KY_INDEX: readonly Cut[] = [
  // There is one instance, with no options of its own to merge.
  [/Ky\.create\(input, validateAndMerge\(defaults, options\)\)/, 'Ky.create(input, options)'],
  [/^ {4}for \(const method of requestMethods\) \{[\s\S]+?^ {4}\}\n/m, ''],
  [/^ {4}ky\.create = [\s\S]+^ {4}ky\.retry = retry;\n/m, ''],
];

const KY_CONSTANTS: readonly Cut[] = [
  // This check serves only code that is cut below.
  [/(supportsRequestStreams = )\(/, '$1/* @__PURE__ */ ('],
];

const KY_CORE: readonly Cut[] = [
  // Hooks, and options that they may change.
  [/const initHooks = [\s\S]+?(?=const ky = new Ky\()/, ''],
  [/new Ky\(input, initHookOptions\)/, 'new Ky(input, options)'],
  [/hooks: mergeHooks\(\{\}, options\.hooks\),/, ''],
  [/ {12}catch \(error\) \{\s+await ky\.#throwProcessedError\(error\);\s+\}\n/, ''],
  [
    /await (?:this|ky)\.#throwProcessedError\((new TimeoutError\(this\.#getResponseRequest\(response\)\))\)/,
    'throw $1',
  ],
  [method('throwProcessedError'), ''],
  [method('runBeforeRequestHooks'), ''],
  [method('runAfterResponseHooks'), ''],
  [method('cancelReturnedBody'), ''],
  [method('cancelResponseBody'), ''],
  [/#beforeRetryHookErrors = new WeakSet\(\);/, ''],
  [/#returnedResponseFromBeforeRetryHook = false;/, ''],
  [method('consumeReturnedResponseFromBeforeRetryHook'), ''],
  // The query client and the outbox repeat calls.
  [
    /const beforeRequestResponse = [\s\S]+?(?=const currentResponse = response;)/,
    'const response = await ky.#fetch();',
  ],
  [/ && \(typeof ky\.#options\.throwHttpErrors === [\s\S]+?\)\) \{/, ') {'],
  [/if \(responseFromHook\) \{[\s\S]+?^ {16}break;\s+\}\n/m, 'throw errorToThrow;}\n'],
  [method('retry'), ''],
  [method('retryFromError'), ''],
  [method('calculateDelay'), ''],
  [method('calculateRetryDelay'), ''],
  [/retry: normalizeRetryOptions\(options\.retry\),/, ''],
  [/this\.#retryLimit = this\.#options\.retry\.limit;/, ''],
  [
    /this\.#retryLimit = normalizeRetryOptions[\s\S]+?const request = this\.#wrap[^\n]+/,
    'const request = this.request;',
  ],
  [/if \(retryRequest\) \{[^}]+\}/, ''],
  [/\/\/ Reset abortController [\s\S]+?(?=const nonRequestOptions)/, ''],
  [/#retryCount = 0;\s+#retryLimit;/, ''],
  [/\/\/ Only cancel the current request body if[\s\S]+?\{[^}]+\}/, ''],
  // A limit for all attempts together; lost lines apart from other failures without a status.
  [/if \(typeof ky\.#options\.timeout === 'number'[\s\S]+?(?=\/\/ Delay the fetch)/, ''],
  [/totalTimeout: options\.totalTimeout \?\? false,/, ''],
  [/\/\/ `totalTimeout` starts [\s\S]+?: undefined;/, ''],
  [/const readTimeout = this\.#getErrorDataTimeout\(\);/, ''],
  [/readTimeout\.milliseconds/, 'this.#options.timeout'],
  [/if \(readTimeout\.fromTotalTimeout\) \{[^}]+\}\s+this\.#throwIfTotalTimeoutExhausted\(\);/, ''],
  [method('getErrorDataTimeout'), ''],
  [/let timeoutMs;\s+try \{[^}]+\}\s+catch [^}]+\}/, 'const timeoutMs = this.#options.timeout;'],
  [/if \(timeoutMs === undefined\) \{[^}]+\}/, ''],
  [method('getBodyReadTimeout'), ''],
  [method('raceWithTotalTimeout'), ''],
  [method('throwIfTotalTimeoutExhausted'), ''],
  [method('getRemainingTotalTimeout'), ''],
  [method('getCurrentTime'), ''],
  [/#startTime;/, ''],
  [
    /try \{\s+const remainingTotal = [\s\S]+?throw error;\s+\}/,
    'return timeout(request, {}, this.#abortController, this.#options);',
  ],
  // How far a file has come.
  [
    /if \(!isResponseInstance\(response\)\) \{[\s\S]+?(?=return response;\s+\};\s+const result)/,
    '',
  ],
  [/if \(this\.#options\.onUploadProgress && [^}]+\}/, ''],
  [method('wrapRequestWithUploadProgress'), ''],
  [/if \(supportsRequestStreams\) \{[^}]+\}/, ''],
  // Replies as anything but text, which `src/lib/http.ts` reads as JSON.
  [
    /for \(const \[type, mimeType\] of [\s\S]+?(?=\/\/ eslint-disable-next-line[^\n]+\s+ky\.request\.headers)/,
    'result.text = async () => {',
  ],
  [/\|\| mimeType/, "|| 'text/*'"],
  [
    /if \(type !== 'json'\) \{[\s\S]+?(?=return result;\s+\}\s+\/\/ eslint-disable[^\n]+\s+static)/,
    'return ky.#raceBodyRead(async () => response.text(), response);};',
  ],
  [method('decorateResponse'), ''],
  // A reader of JSON that may take its time.
  [
    /const parseTimeout = [\s\S]+?return data;/,
    'try { return JSON.parse(text); } catch { return undefined; }',
  ],
  [method('parseJson'), ''],
  // Invalid or partial addresses: ours are whole. Queries are plain objects.
  [/if \(Object\.hasOwn\(options, 'prefixUrl'\)\) \{[^}]+\}/, ''],
  [/\/\/ eslint[^\n]+\s+prefix: String\(options\.prefix \|\| ''\),/, ''],
  [/mergeHeaders\(this\.#input\.headers, options\.headers\)/, 'new Headers(options.headers)'],
  [/normalizeRequestMethod\((options\.method) [^)]+\)/, '$1'],
  [/if \(typeof this\.#input !== 'string' &&[\s\S]+?(?=if \(supportsAbortController)/, ''],
  [/ \?\? this\.#input\.signal;/, ';'],
  [
    /\/\/ To provide correct form boundary[\s\S]+?(?=this\.request = new globalThis\.Request\(this\.#input)/,
    '',
  ],
  [/hasSearchParameters\((this\.#options\.searchParams)\)/, '$1'],
  [/const deleted = this\.#options[\s\S]+?(?=const optionsSearchParameters)/, '{'],
  [
    /(?<=url\.searchParams\.append\(key, value\);\s+\}\s+\}\s+)if \(this\.#options\.searchParams\s+&&[\s\S]+?(?=\/\/ Recreate request)/,
    '',
  ],
  [/if \(searchParams && typeof searchParams === [^{]+\{([^{}]+)\}\s+return searchParams;/, '$1'],
  // Fields of its errors that nobody reads.
  [/(ky\.#getResponseRequest\(currentResponse\)), ky\.#getNormalizedOptions\(\)/, '$1'],
  [method('getNormalizedOptions'), ''],
  [method('assignRequest'), ''],
  [/#cachedNormalizedOptions;/, ''],
  [/(this|ky)\.#getResponseRequest\(\w+\)/g, '$1.request'],
  [method('getResponseRequest'), ''],
  [method('setResponseRequest'), ''],
  [/#responseRequests = new WeakMap\(\);/, ''],
  // Options for ky's own `fetch` alone.
  [/const nonRequestOptions = findUnknownOptions\(this\.#options\);/, ''],
  [/context: options\.context \?\? \{\},/, ''],
  [/throwHttpErrors: options\.throwHttpErrors \?\? true,/, ''],
];

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

/** The features of a `ref` on a fragment. */
const FRAGMENT_REFS: readonly Cut[] = [
  [/^FragmentInstance\.prototype\.[\s\S]+?^\};$/gm, ''],
  idle('commitNewChildToFragmentInstance'),
  idle('deleteChildFromFragmentInstance'),
];

/** Hints for files to come: Vite writes its own. */
const PRELOADS: readonly Cut[] = [
  [/^exports\.preconnect = [\s\S]+?^\};\n(?=exports\.requestFormReset)/m, ''],
];

/** The app uses little of the router, whose exports name the build with the developers' warnings alone. */
const ROUTER: readonly Cut[] = [
  // Bundlers keep a component that `forwardRef` made, or that was named afterwards, with all it needs.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/= (\w+\.forwardRef\()/g, '= /* @__PURE__ */ $1'],
  [/= (Object\.getOwnPropertyNames\()/g, '= /* @__PURE__ */ $1'],
  // Checks for browsers that are older than any the game runs in.
  [/warning\(\s*typeof URLSearchParams !== "undefined",\s*`(?:[^`\\]|\\.)*`\s*\);/, ''],
  // Routes with loaders, which know of errors and fallbacks: ours are elements.
  [/let dataRouterState = dataRouterOpts\?\.state;/, 'const dataRouterState = null;'],
  [/let errors = dataRouterState\?\.errors;/, 'const errors = null;'],
  [/\bdataRouterOpts && dataRouterOpts\.state\.matches\.length \?/, 'false ?'],
  [/let onErrorHandler = dataRouterOpts\?\.onError;/, 'const onErrorHandler = null;'],
  [/return isDataRoute \? useNavigateStable\(\) : /, 'return '],
  [/if \(dataRouterContext && dataRouterContext\.static && [^{]+\{[^{}]+\}/, ''],
  // They keep values that nobody uses.
  [/^RenderErrorBoundary\.contextType = RSCRouterContext;$/m, ''],
  [/= (React3\.memo\(DataRoutes2\);)/, '= /* @__PURE__ */ $1'],
  [
    /^try \{\s*if \(isBrowser2\) \{\s*window\.__reactRouterVersion[^}]+\}\s*\} catch \(e\) \{\s*\}$/m,
    '',
  ],
  // Its warnings are about mistakes in a program.
  [/(?<=^function warning\(cond, message\) )\{[\s\S]+?^\}$/m, '{}'],
  [/ENABLE_DEV_WARNINGS = true/, 'ENABLE_DEV_WARNINGS = false'],
];

/**
 * A library's file, by the end of its path, and where that is not enough by some of its text; and the
 * cuts in it.
 */
type LeanFile = { path: RegExp; holds?: string; cuts: readonly Cut[] };

const LIBRARIES = {
  ky: [
    { path: /\/ky\/distribution\/index\.js$/, cuts: KY_INDEX },
    { path: /\/ky\/distribution\/core\/constants\.js$/, cuts: KY_CONSTANTS },
    { path: /\/ky\/distribution\/core\/Ky\.js$/, cuts: KY_CORE },
  ],
  query: [
    {
      path: /\/@tanstack\/query-core\/.*\/query\.js$/,
      // Each query asks whether it is one of endless pages; here none is.
      cuts: [
        [
          /\(this\.#queryType === "infinite" \? infiniteQueryBehavior\([^()]*\) : (this\.options\.behavior)\)/,
          '$1',
        ],
      ],
    },
  ],
  // It comes in one piece, of which a bundler drops nothing (ADR-0014).
  react: [
    {
      path: /\/react-dom\/cjs\/react-dom-client\.production\.js$/,
      cuts: [...HYDRATION, ...VIEW_TRANSITIONS, ...FRAGMENT_REFS],
    },
    { path: /\/react-dom\/cjs\/react-dom\.production\.js$/, cuts: PRELOADS },
  ],
  router: [
    {
      path: /\/react-router\/dist\/.*\.mjs$/,
      holds: 'function _renderMatches(',
      cuts: ROUTER,
    },
  ],
} satisfies Record<string, readonly LeanFile[]>;

/**
 * Leaves out of the build the code of these libraries that the app does not use and that no bundler
 * finds out. The build fails once a library has another text or other files: the cuts are then to be
 * checked anew.
 */
export function lean(...names: (keyof typeof LIBRARIES)[]): Plugin {
  const files: readonly LeanFile[] = names.flatMap((name) => LIBRARIES[name]);
  const missing = new Set(files);
  return {
    name: 'lean',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: files.map(({ path }) => path) },
      handler(code, id) {
        const file = files.find(({ path, holds = '' }) => path.test(id) && code.includes(holds));
        if (!file) return null;
        missing.delete(file);
        return leaveOut(code, file.cuts);
      },
    },
    buildEnd(error) {
      const [gone] = missing;
      if (gone && !error) throw new Error(`No file ${gone.path} to leave something out of.`);
    },
  };
}
