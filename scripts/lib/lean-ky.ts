import type { Plugin } from 'vite';
import { type Cut, leaveOut } from './leave-out.ts';

const KY = /\/node_modules\/ky\/distribution\/(.+\.js)$/;

/** A method of the class, from its first line to its last. */
const method = (head: string) =>
  new RegExp(String.raw`^ {4}(?:async )?#${head}\([^\n]*\{$[\s\S]+?^ {4}\}\n`, 'm');

/** What is cut from each file, and what stands there then. */
const CUTS: Record<string, readonly Cut[]> = {
  'index.js': [
    // There is one instance, with no options of its own to merge.
    [/Ky\.create\(input, validateAndMerge\(defaults, options\)\)/, 'Ky.create(input, options)'],
    [/^ {4}for \(const method of requestMethods\) \{[\s\S]+?^ {4}\}\n/m, ''],
    [/^ {4}ky\.create = [\s\S]+^ {4}ky\.retry = retry;\n/m, ''],
  ],
  'core/constants.js': [
    // Asked for the sake of what is cut below.
    [/(supportsRequestStreams = )\(/, '$1/* @__PURE__ */ ('],
  ],
  'core/Ky.js': [
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
    // Repeating a call: the query client and the outbox do.
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
    [
      /if \(readTimeout\.fromTotalTimeout\) \{[^}]+\}\s+this\.#throwIfTotalTimeoutExhausted\(\);/,
      '',
    ],
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
    // An address that is none, or a part of one: ours are whole. Queries are plain objects.
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
    // What no reader of its errors asks.
    [/(ky\.#getResponseRequest\(currentResponse\)), ky\.#getNormalizedOptions\(\)/, '$1'],
    [method('getNormalizedOptions'), ''],
    [method('assignRequest'), ''],
    [/#cachedNormalizedOptions;/, ''],
    [/(this|ky)\.#getResponseRequest\(\w+\)/g, '$1.request'],
    [method('getResponseRequest'), ''],
    [method('setResponseRequest'), ''],
    [/#responseRequests = new WeakMap\(\);/, ''],
    // What only ky's own `fetch` would be told.
    [/const nonRequestOptions = findUnknownOptions\(this\.#options\);/, ''],
    [/context: options\.context \?\? \{\},/, ''],
    [/throwHttpErrors: options\.throwHttpErrors \?\? true,/, ''],
  ],
};

/** Leaves out of the build what `src/lib/http.ts` does not ask of ky. */
export function leanKy(): Plugin {
  return {
    name: 'lean-ky',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: KY },
      handler: (code, id) => leaveOut(code, CUTS[KY.exec(id)?.[1] ?? ''] ?? []),
    },
  };
}
