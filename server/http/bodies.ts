import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { type App, PHOTO_TOO_LARGE, Refusal, TOO_LARGE } from './serve.ts';

/** How bodies are read: as JSON, or as a form where the endpoint takes one. */
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
    // The players' words for it: what makes a form large is its picture.
    const isTooLarge = Number(request.headers['content-length']) > request.routeOptions.bodyLimit;
    if (isTooLarge) throw PHOTO_TOO_LARGE;
  });
}

/** Whether a body comes with a call, be it read or not. */
export function hasBody({ headers }: IncomingMessage): boolean {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = headers;
  return length !== '0' || encoding !== undefined;
}

/** Whether a call's endpoint has no use for a body: it is left unread, whatever it is. */
function takesNone({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.body === undefined;
}

/** How long a request may take until all of it is there, in ms. */
export type BodyTimes = {
  /** Its head; and from there on its body, where that is no upload. */
  requestMs: number;
  /** The whole of an upload: long enough for a picture on a 2G line. */
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
 * upload. A caller that may not upload, or sends no form, does not get that time.
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

/** Twice the fields that any form of ours has. */
const PARTS_MAX = 20;
const FILES_MAX = 1;
/** A part's name and its file's, in any script. */
const HEAD_MAX_BYTES = 2 * 1024;
/** An empty one before them, what it is, of which kind, and how it is written. */
const HEAD_MAX_LINES = 5;
/** Longer than any text that a form of ours takes. */
const TEXT_MAX_BYTES = 4 * 1024;
/** Some write an empty line around a form. */
const AROUND_MAX_BYTES = 4;

/** The bytes that follow the last delimiter. */
const END = Buffer.from('--');

const FORM_TYPE =
  /^multipart\/form-data\s*;(?:.*;)?\s*boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))\s*(?:;|$)/i;

/** Whether a call's endpoint takes a form: an upload. */
function takesForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.bodyAs === 'form';
}

/**
 * A form's fields by their names, the last of each; whoever reads them checks that a text is one. A form can
 * be made slow to parse, so its parts are bounded first. Throws Refusal 413 `request/too-large`, 400
 * `request/invalid` for a body that is no form.
 */
async function readForm(type: string, bytes: Buffer): Promise<unknown> {
  const [, quoted, plain] = FORM_TYPE.exec(type) ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw noForm();
  bound(bytes, Buffer.from(`--${boundary}`));
  // Not the type as it came: two parsers could find two boundaries in it.
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
 * Leaves out of replies what holds anyway (HTTP/1.1 keeps its connections, JSON is UTF-8): 63 bytes
 * of each, of which a round takes four.
 */
export function leanReplies(app: App): void {
  app.addHook('onRequest', async ({ raw: request }, { raw: reply }) => {
    const isKept = request.httpVersion === '1.1' && request.headers.connection !== 'close';
    // Fastify closes connections this way while it stops.
    if (isKept && !reply.hasHeader('connection')) reply.removeHeader('connection');
  });
  app.addHook('onSend', async (_request, reply) => {
    if (reply.getHeader('content-type') === JSON_TYPE)
      reply.header('content-type', 'application/json');
  });
}

declare module 'fastify' {
  interface FastifyRequest {
    /** When all of the call had come in, in epoch milliseconds. */
    receivedAt: number;
  }
}

/** Notes when each call came in: waiting after that is not the player's time. */
export function noteReceipt(app: App, now: () => number): void {
  app.decorateRequest('receivedAt', 0);
  app.addHook('onRequest', async (request) => {
    const { raw } = request;
    request.receivedAt = now();
    // A call that was sent at once is whole by then. A body that is kept back is a player still thinking.
    setImmediate(() => {
      if (raw.complete) return;
      raw.prependOnceListener('end', () => {
        request.receivedAt = now();
      });
    });
  });
}
