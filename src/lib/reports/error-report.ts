import { matchPath } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { type ErrorReport, FRAME, FRAMES_MAX } from '../../contract/client-reports.ts';
import { scrub } from '../../contract/scrub.ts';

const PLACE = /(https?:\/\/[^/\s]+)\/(?:assets\/)?([\w.-]+\.js:\d+:\d+)/g;

/** What is known of something thrown; of an `Error` in a worker its copy. */
export type Thrown = { name?: unknown; message?: unknown; stack?: unknown };

/**
 * The report of something thrown, nothing of the player in it (flows.md#client-reports); `null` of what
 * has not passed through the app's own scripts, such as an extension's.
 */
export function errorReport(
  thrown: unknown,
  { where, path }: { where: ErrorReport['where']; path: string },
): ErrorReport | null {
  const { name, message, stack } = (thrown ?? {}) as Thrown;
  const frames = framesOf(String(stack)).slice(0, FRAMES_MAX);
  if (frames.length === 0) return null;
  const said = scrub(`${String(name)}: ${String(message)}`);
  return { kind: 'error', where, route: routeOf(path), message: said, frames, count: 1 };
}

/** The places of a stack that are in the app's own scripts, as `quiz-a1b2c3d4.js:1:2345`. */
function framesOf(stack: string): string[] {
  return [...stack.matchAll(PLACE)]
    .filter(([, origin, place = '']) => origin === location.origin && FRAME.test(place))
    .map(([, , place = '']) => place);
}

/** The pattern that a path is of, `*` for none of the app's: the path itself may name a round. */
export function routeOf(path: string): string {
  return Object.values(paths).find((pattern) => matchPath(pattern, path)) ?? '*';
}
