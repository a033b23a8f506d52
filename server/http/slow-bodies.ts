import type { IncomingMessage } from 'node:http';
import { hasBody } from './bodies.ts';
import { takesForm } from './forms.ts';
import type { App } from './validation.ts';

/** How long a request may take until all of it is there, in ms. */
export type BodyTimes = {
  /** Its head; and from there on its body, where that is no upload. */
  requestMs: number;
  /** All of an upload: of a picture on a line of 2G. */
  uploadMs: number;
  /** In each so long a part of an upload some of it must come. */
  uploadStepMs: number;
};

/** 64 KB pass on the slowest line in half a minute, and no line is held by a body that drips. */
export const BODY_TIMES: BodyTimes = {
  requestMs: 30_000,
  uploadMs: 5 * 60_000,
  uploadStepMs: 30_000,
};

/** Less in a step is no line that a picture could pass. */
const STEP_MIN_BYTES = 1024;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends requests whose body is too slow: Node has one limit for a whole server, which is that of an
 * upload. Who may not upload, or sends no form, is not allowed its time.
 */
export function endSlowBodies(app: App, { requestMs, uploadStepMs }: BodyTimes): void {
  app.server.prependListener('request', (raw: IncomingMessage) => {
    if (!hasBody(raw)) return;
    timers.set(raw, setTimeout(() => end(app, raw), requestMs).unref());
    raw.once('close', () => clearTimeout(timers.get(raw)));
  });
  app.addHook('preParsing', async (request) => {
    const { raw } = request;
    if (!takesForm(request) || !timers.has(raw)) return;
    clearTimeout(timers.get(raw));
    let before = raw.socket.bytesRead;
    const step = () => {
      const { bytesRead } = raw.socket;
      if (bytesRead - before < STEP_MIN_BYTES) end(app, raw);
      before = bytesRead;
    };
    timers.set(raw, setInterval(step, uploadStepMs).unref());
  });
}

/** As Node ends a request that is late. */
function end(app: App, raw: IncomingMessage): void {
  clearTimeout(timers.get(raw));
  if (raw.complete) return;
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, raw.socket);
}
