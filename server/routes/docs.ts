import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceHash } from '../http/document-headers.ts';
import type { App } from '../http/validation.ts';
import type { Services } from '../services.ts';
import { docsPage, type OpenApi, STYLE } from './docs-page.ts';

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');

/** The contract to read, as a page and as OpenAPI, where the configuration allows it. */
export function docsRoutes(app: App, { config }: Services): void {
  if (!config.apiDocs) return;
  const text = readFileSync(DOCUMENT, 'utf8');
  const page = docsPage(JSON.parse(text) as OpenApi);
  const directives = {
    'default-src': ["'none'"],
    'style-src': [sourceHash(STYLE)],
    // These do not follow from the default.
    'frame-ancestors': ["'none'"],
    'base-uri': ["'none'"],
    'form-action': ["'none'"],
  };
  app.get('/api/docs', async (_request, reply) => {
    await reply.helmet({ contentSecurityPolicy: { useDefaults: false, directives } });
    return reply.type('text/html; charset=utf-8').send(page);
  });
  app.get('/api/docs/openapi.json', async (_request, reply) => {
    return reply.type('application/json').send(text);
  });
}
