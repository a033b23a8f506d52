import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type App, PHOTO_TOO_LARGE, Refusal, TOO_LARGE } from './serve.ts';

/** Reads bodies as JSON, or as a form where the endpoint takes one. */
export function readBodies(app: App): void {
  app.removeContentTypeParser('text/plain');
  // A PUT without a body may still name JSON as its type.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' || takesNone(request)) done(null, undefined);
    else parseJson(request, String(text), done);
  });
  app.addContentTypeParser(
    'multipart/form-data',
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (takesForm(request)) return readForm(request.headers['content-type'] ?? '', bytes);
      throw new Refusal(400, 'request/not-json', 'The body of this call must be JSON.');
    },
  );
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'] ?? '';
    if (!takesForm(request)) return;
    if (!/^multipart\/form-data\b/i.test(type)) throw noForm();
    // Only a picture makes a form too large, so the player is told about the picture.
    const isTooLarge = Number(request.headers['content-length']) > request.routeOptions.bodyLimit;
    if (isTooLarge) throw PHOTO_TOO_LARGE;
  });
}

/** Whether a call has a body, even one that nobody reads. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/** Whether a call's endpoint takes no body. A body that comes all the same is left unread. */
function takesNone({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.body === undefined;
}

/** The time limits for receiving a request, in milliseconds. */
export type BodyTimes = {
  /** The limit for the head, and then for the body unless it is an upload. */
  requestMs: number;
  /** The limit for a whole upload, long enough for a picture on a 2G network. */
  uploadMs: number;
  /** The interval in which an upload has to make progress. */
  uploadStepMs: number;
};

/**
 * 64 KB arrive in half a minute on the slowest network, and a body that drips in cannot hold a connection.
 */
export const BODY_TIMES: BodyTimes = {
  requestMs: 30_000,
  uploadMs: 5 * 60_000,
  uploadStepMs: 30_000,
};

/** The least that has to arrive in an interval. A slower upload could not finish in time. */
const STEP_MIN_BYTES = 1024;

const timers = new WeakMap<IncomingMessage, NodeJS.Timeout>();

/**
 * Ends requests whose body is too slow. Node has one limit for a whole server, which has to be long enough
 * for uploads. A caller that may not upload, or sends no form, gets less time.
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

/** Ends a request in the way in which Node ends a late one. */
function end(app: App, raw: IncomingMessage): void {
  clearTimeout(timers.get(raw));
  if (raw.complete) return;
  const late = Object.assign(new Error('Request timeout'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
  app.server.emit('clientError', late, raw.socket);
}

/** Twice as many parts as any form of ours has fields. */
const PARTS_MAX = 20;
const FILES_MAX = 1;
/** Enough for the names of a part and of its file, in any script. */
const HEAD_MAX_BYTES = 2 * 1024;
/** An empty line before the headers, and headers for the disposition, the type and the encoding. */
const HEAD_MAX_LINES = 5;
/** Longer than any text that a form of ours takes. */
const TEXT_MAX_BYTES = 4 * 1024;
/** Some clients write an empty line before or after a form. */
const AROUND_MAX_BYTES = 4;

/** The bytes after the last delimiter. */
const END = Buffer.from('--');

const FORM_TYPE =
  /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i;

/** Whether a call's endpoint takes a form: an upload. */
function takesForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.bodyAs === 'form';
}

/**
 * Gives a form's fields by name; of fields with the same name, the last. The caller has to check that a field
 * is a text. A form can be made slow to parse, so the number and size of its parts are checked first. Throws
 * Refusal 413 `request/too-large`, and 400 `request/invalid` for a body that is no form.
 */
async function readForm(type: string, bytes: Buffer): Promise<unknown> {
  const [, quoted, plain] = FORM_TYPE.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw noForm();
  bound(bytes, Buffer.from(`--${boundary}`));
  // The type is written anew, because two parsers could find two boundaries in the one that was sent.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers })
    .formData()
    .catch(() => {
      throw noForm();
    });
  return Object.fromEntries(form);
}

function bound(bytes: Buffer, delimiter: Buffer): void {
  let files = 0;
  let at = bytes.indexOf(delimiter);
  if (at === -1 || at > AROUND_MAX_BYTES) throw noForm();
  for (let parts = 0; ; parts += 1) {
    const start = at + delimiter.length;
    at = bytes.indexOf(delimiter, start);
    if (at === -1) {
      if (!bytes.subarray(start, start + END.length).equals(END)) throw noForm();
      if (bytes.length - start > END.length + AROUND_MAX_BYTES) throw TOO_LARGE;
      return;
    }
    const part = bytes.subarray(start, at);
    const headEnd = part.subarray(0, HEAD_MAX_BYTES).indexOf('\r\n\r\n');
    if (headEnd === -1 && part.length < HEAD_MAX_BYTES) throw noForm();
    if (headEnd === -1 || parts === PARTS_MAX) throw TOO_LARGE;
    const head = part.toString('latin1', 0, headEnd);
    if (head.split('\r\n').length > HEAD_MAX_LINES) throw TOO_LARGE;
    if (/;\s*filename\*?=/i.test(head)) files += 1;
    else if (part.length - headEnd > TEXT_MAX_BYTES) throw TOO_LARGE;
    if (files > FILES_MAX) throw TOO_LARGE;
  }
}

function noForm(): Refusal {
  return new Refusal(400, 'request/invalid', 'The body of this call must be a form.');
}

const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * Leaves out headers that say what holds anyway: HTTP/1.1 keeps its connections, and JSON is UTF-8. That
 * saves 63 bytes of each reply, and a round takes four replies.
 */
export function leanReplies(app: App): void {
  app.addHook('onRequest', async ({ raw: request }, { raw: reply }) => {
    const isKept = request.httpVersion === '1.1' && request.headers.connection !== 'close';
    // Fastify sets this header to close connections while it stops.
    if (isKept && !reply.hasHeader('connection')) reply.removeHeader('connection');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === JSON_TYPE)
      reply.header('content-type', 'application/json');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When the whole call had arrived, in epoch milliseconds. */
    receivedAt: number;
  }
}

/** Notes when each call arrived. Time that it waits after that is not counted as the player's. */
export function noteReceipt(app: App, now: () => number): void {
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    request.receivedAt = now();
    // A call that was sent at once is complete by now. If the body comes later, the player may still be
    // thinking.
    setImmediate(() => {
      if (raw.complete) return;
      raw.prependOnceListener('end', () => {
        request.receivedAt = now();
      });
    });
  });
}
