import type { Plugin } from 'vite';

/** The code to find in a library, and the code that replaces it. */
type Cut = readonly [pattern: RegExp, replacement: string];

/**
 * Makes all cuts in a library's code.
 * @throws an Error for a cut that finds nothing, because the cuts must be checked for a new version of the
 * library
 */
export function leaveOut(code: string, cuts: readonly Cut[]): string {
  return cuts.reduce((left, [pattern, replacement]) => {
    const cut = left.replace(pattern, replacement);
    if (cut === left) throw new Error(`${pattern} finds nothing to leave out any more.`);
    return cut;
  }, code);
}

/** Makes the pattern of a private method of a class, from its first line to its last. */
const method = (head: string) =>
  new RegExp(String.raw`^ {4}(?:async )?#${head}\([^\n]*\{$[\s\S]+?^ {4}\}\n`, 'm');

// The cuts of ky leave out what `src/lib/http.ts` does not use.
const KY_INDEX: readonly Cut[] = [
  // Other instances, whose options would be merged.
  [/Ky\.create\(input, validateAndMerge\(defaults, options\)\)/, 'Ky.create(input, options)'],
  [/^ {4}for \(const method of requestMethods\) \{[\s\S]+?^ {4}\}\n/m, ''],
  [/^ {4}ky\.create = [\s\S]+^ {4}ky\.retry = retry;\n/m, ''],
];

const KY_CONSTANTS: readonly Cut[] = [
  // A check that only code cut below needs.
  [/(supportsRequestStreams = )\(/, '$1/* @__PURE__ */ ('],
];

const KY_CORE: readonly Cut[] = [
  // Hooks, and the options that hooks may change.
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
  // Repeating calls, which the query client and the outbox do.
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
  // A time limit for all attempts together, and telling a lost network from other failures without a status.
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
  // The progress of uploads and downloads.
  [
    /if \(!isResponseInstance\(response\)\) \{[\s\S]+?(?=return response;\s+\};\s+const result)/,
    '',
  ],
  [/if \(this\.#options\.onUploadProgress && [^}]+\}/, ''],
  [method('wrapRequestWithUploadProgress'), ''],
  [/if \(supportsRequestStreams\) \{[^}]+\}/, ''],
  // Reading a reply as anything but text. `src/lib/http.ts` reads the text as JSON.
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
  // A time limit for a custom reader of JSON.
  [
    /const parseTimeout = [\s\S]+?return data;/,
    'try { return JSON.parse(text); } catch { return undefined; }',
  ],
  [method('parseJson'), ''],
  // Invalid and partial addresses, because ours are complete. Queries other than plain objects.
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
  // Fields of ky's errors that the app does not read.
  [/(ky\.#getResponseRequest\(currentResponse\)), ky\.#getNormalizedOptions\(\)/, '$1'],
  [method('getNormalizedOptions'), ''],
  [method('assignRequest'), ''],
  [/#cachedNormalizedOptions;/, ''],
  [/(this|ky)\.#getResponseRequest\(\w+\)/g, '$1.request'],
  [method('getResponseRequest'), ''],
  [method('setResponseRequest'), ''],
  [/#responseRequests = new WeakMap\(\);/, ''],
  // Options that only ky's own `fetch` reads.
  [/const nonRequestOptions = findUnknownOptions\(this\.#options\);/, ''],
  [/context: options\.context \?\? \{\},/, ''],
  [/throwHttpErrors: options\.throwHttpErrors \?\? true,/, ''],
];

/** Empties a function whose calls do nothing while its feature is not used. */
const idle = (name: string, result = ''): Cut => [
  new RegExp(`(?<=^function ${name}\\([^)]*\\) )\\{$[\\s\\S]+?^\\}$`, 'm'),
  `{${result}}`,
];

/** `hydrateRoot` for pages that a server has rendered. The app uses `createRoot`. */
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

/** Hints to load files early, which Vite writes itself. */
const PRELOADS: readonly Cut[] = [
  [/^exports\.preconnect = [\s\S]+?^\};\n(?=exports\.requestFormReset)/m, ''],
];

/**
 * The router, of which the app uses little. Its package exports only the build with warnings for developers.
 */
const ROUTER: readonly Cut[] = [
  // Bundlers keep a component made by `forwardRef` or given a `displayName`, even if it is not used.
  [/^\w+\.displayName = "\w+";$/gm, ''],
  [/= (\w+\.forwardRef\()/g, '= /* @__PURE__ */ $1'],
  [/= (Object\.getOwnPropertyNames\()/g, '= /* @__PURE__ */ $1'],
  // Checks for browsers that are older than the promised browsers.
  [/warning\(\s*typeof URLSearchParams !== "undefined",\s*`(?:[^`\\]|\\.)*`\s*\);/, ''],
  // Routes with loaders, errors and fallbacks. The app's routes only have elements.
  [/let dataRouterState = dataRouterOpts\?\.state;/, 'const dataRouterState = null;'],
  [/let errors = dataRouterState\?\.errors;/, 'const errors = null;'],
  [/\bdataRouterOpts && dataRouterOpts\.state\.matches\.length \?/, 'false ?'],
  [/let onErrorHandler = dataRouterOpts\?\.onError;/, 'const onErrorHandler = null;'],
  [/return isDataRoute \? useNavigateStable\(\) : /, 'return '],
  [/if \(dataRouterContext && dataRouterContext\.static && [^{]+\{[^{}]+\}/, ''],
  // Assignments by which bundlers keep values that are not used.
  [/^RenderErrorBoundary\.contextType = RSCRouterContext;$/m, ''],
  [/= (React3\.memo\(DataRoutes2\);)/, '= /* @__PURE__ */ $1'],
  [
    /^try \{\s*if \(isBrowser2\) \{\s*window\.__reactRouterVersion[^}]+\}\s*\} catch \(e\) \{\s*\}$/m,
    '',
  ],
  // Warnings for developers.
  [/(?<=^function warning\(cond, message\) )\{[\s\S]+?^\}$/m, '{}'],
  [/ENABLE_DEV_WARNINGS = true/, 'ENABLE_DEV_WARNINGS = false'],
];

/**
 * A library's file and its cuts. The file is found by the end of its path and, if given, by some of its text.
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
      // Infinite queries, which the app does not use.
      cuts: [
        [
          /\(this\.#queryType === "infinite" \? infiniteQueryBehavior\([^()]*\) : (this\.options\.behavior)\)/,
          '$1',
        ],
      ],
    },
  ],
  // React DOM is a single module, of which a bundler drops nothing (ADR-0014).
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
 * Leaves out of the build the code of these libraries that the app does not use and that a bundler can't
 * drop. The build fails if a library's text or files have changed, so that the cuts are checked again.
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
