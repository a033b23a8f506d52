import type { Plugin } from 'vite';
import { leaveOut } from './leave-out.ts';

const QUERY = /\/node_modules\/@tanstack\/query-core\/.*\/query\.js$/;

/** What each query asks whether it is one of endless pages; here none is. */
const ENDLESS =
  /\(this\.#queryType === "infinite" \? infiniteQueryBehavior\([^()]*\) : (this\.options\.behavior)\)/;

/** Leaves out of the build what the queries have for lists without an end, which nobody uses. */
export function leanQuery(): Plugin {
  return {
    name: 'lean-query',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: QUERY },
      handler: (code) => leaveOut(code, [[ENDLESS, '$1']]),
    },
  };
}
