import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { PHOTO_TOO_LARGE, Refusal } from './errors.ts';
import { noForm, readForm, takesForm } from './forms.ts';
import type { App } from './validation.ts';

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
