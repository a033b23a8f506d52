import type { FastifyRequest } from 'fastify';
import { PHOTO_TOO_LARGE, Refusal } from './errors.ts';
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
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, readForm);
  app.addHook('preParsing', async (request) => {
    const type = request.headers['content-type'] ?? '';
    if (!takesForm(request)) return;
    if (!/^multipart\/form-data\b/i.test(type)) throw noForm();
    // The players' words for it: what makes a form large is its picture.
    const isTooLarge = Number(request.headers['content-length']) > request.routeOptions.bodyLimit;
    if (isTooLarge) throw PHOTO_TOO_LARGE;
  });
}

/** Whether a call's endpoint takes a form: an upload. */
export function takesForm({ routeOptions }: FastifyRequest): boolean {
  return routeOptions.config.endpoint?.bodyAs === 'form';
}

/** Whether a call's endpoint has no use for a body: it is left unread, whatever it is. */
function takesNone({ routeOptions }: FastifyRequest): boolean {
  const { endpoint } = routeOptions.config;
  return endpoint !== undefined && endpoint.body === undefined;
}

/** The fields by their names, the last of each; whoever reads them checks that a text is one. */
async function readForm(request: FastifyRequest, bytes: string | Buffer): Promise<unknown> {
  if (!takesForm(request)) {
    throw new Refusal(400, 'request/not-json', 'The body of this call must be JSON.');
  }
  const headers = { 'Content-Type': request.headers['content-type'] ?? '' };
  const form = await new Response(bytes as Buffer<ArrayBuffer>, { headers })
    .formData()
    .catch(() => {
      throw noForm();
    });
  return Object.fromEntries(form);
}

function noForm(): Refusal {
  return new Refusal(400, 'request/invalid', 'The body of this call must be a form.');
}
