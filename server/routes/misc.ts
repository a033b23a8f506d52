import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { RouteHandlerMethod } from 'fastify';
import { sql } from 'kysely';
import { postCampaign } from '../../src/contract/campaigns.ts';
import { postClientReports } from '../../src/contract/client-reports.ts';
import { postContact } from '../../src/contract/contact.ts';
import { getConfig } from '../../src/contract/misc.ts';
import { findSession } from '../accounts/sign-in/sessions.ts';
import { keepReports } from '../client-reports/client-reports.ts';
import { buildOf, type Folders, sourceHash } from '../http/assets.ts';
import { callOf, keptReply, once } from '../http/idempotency.ts';
import { countCall } from '../http/limits.ts';
import type { App } from '../http/serve.ts';
import { readOfferedPrizes } from '../prizes/places.ts';
import type { Services } from '../services.ts';
import { type EndpointRequest, route } from './route.ts';

const AN_HOUR = 'public, max-age=3600';

const NO_PROMOTER = { promoter: null, permit: null, rules: null, support: null };

const HEARD = { status: true, data: null };
const REPORTS_LIMIT = { bodyLimit: 8 * 1024 };

/** Calls around the game: its settings, reports, messages, visits, health, and the API as a page. */
export function miscRoutes(app: App, services: Services, folders: Folders): void {
  settingRoutes(app, services);
  campaignRoutes(app, services);
  contactRoutes(app, services);
  healthRoutes(app, services, folders);
  docsRoutes(app, services);
}

/** The operator's settings (api.md#additions), and reports of phones (errors.md#client-reports). */
function settingRoutes(app: App, services: Services): void {
  const { config, db, reserve, now } = services;
  route(app, services, getConfig, async (_request, reply) => {
    reply.header('Cache-Control', AN_HOUR);
    const { prices, ways, links, privacy } = config;
    const isOpen = config.isContestOpen && (await reserve.canDeal(db, null, 1, now()));
    const contest = { isOpen, ...(config.contest ?? NO_PROMOTER) };
    const won = await readOfferedPrizes(db, now());
    return { status: true, data: { prices, ways, links, privacy, contest, ...won } };
  });
  const hear = async (request: EndpointRequest<typeof postClientReports>) => {
    await countCall(services, request, 'client-report');
    await keepReports(db, request.body, now());
    return HEARD;
  };
  route(app, services, postClientReports, hear, REPORTS_LIMIT);
}

const NOTED = { status: true, data: null };

/** Notes a visit by a campaign's link (links.md#campaign-links). */
function campaignRoutes(app: App, services: Services): void {
  route(app, services, postCampaign, async (request) => {
    const { msisdn, referer, txnId } = request.body;
    const call = callOf(request, 'campaign');
    if ((await keptReply(services.db, call)) !== null) return NOTED;
    await countCall(services, request, 'campaign');
    await once(services, call, async (trx) => {
      await trx
        .insertInto('campaign_visits')
        .values({ msisdn, referer, txn_id: txnId, created_at: new Date(services.now()) })
        .execute();
      return {};
    });
    return NOTED;
  });
}

const SENT = { status: true, data: null, message: 'Email sent successfully' };

/**
 * Takes messages to the operator. A token, if there is one, says which player writes (help.md#contact-us).
 */
function contactRoutes(app: App, services: Services): void {
  route(app, services, postContact, async (request) => {
    const session = await findSession(services, request);
    // The key is not a player's own, because a message that waited may be sent again after a logout.
    const call = callOf(request, 'contact');
    if ((await keptReply(services.db, call)) !== null) return SENT;
    await countCall(services, request, 'contact');
    await once(services, call, async (trx) => {
      await trx
        .insertInto('contact_messages')
        .values({
          ...request.body,
          player_id: session?.playerId ?? null,
          created_at: new Date(services.now()),
        })
        .execute();
      return {};
    });
    return SENT;
  });
}

const PACKAGE = join(import.meta.dirname, '../package.json');

/** Says whether the process and its database run, which version runs, and which number a phone calls from. */
function healthRoutes(app: App, services: Services, folders: Folders): void {
  const probe = (url: string, handler: RouteHandlerMethod) => {
    // Load balancers ask with GET or HEAD, and some end every address with a slash.
    const method = ['GET', 'HEAD'];
    app.route({ method, url, handler });
    app.route({ method, url: `${url}/`, handler });
  };

  const { version } = JSON.parse(readFileSync(PACKAGE, 'utf8')) as { version: string };
  const build = buildOf(folders.app);
  probe('/healthz', async () => ({ status: 'ok', version, build }));

  probe('/readyz', async (request, reply) => {
    try {
      await sql`select 1`.execute(services.db);
      return { status: 'ok' };
    } catch (err) {
      request.log.warn({ err }, 'the database cannot be asked');
      reply.code(503);
      return { status: 'unavailable' };
    }
  });

  // This stands in for the operator's gateway, which would say which number a phone calls from. With a real
  // operator it gives no number.
  const { billingUrl, sandboxMsisdn } = services.config;
  app.get('/he.php', async () => ({ msisdn: billingUrl === null ? sandboxMsisdn : null }));
}

const DOCUMENT = join(import.meta.dirname, '../../docs/openapi.json');

/** Shows the contract as a page and as OpenAPI, where the configuration allows it. */
function docsRoutes(app: App, { config }: Services): void {
  if (!config.apiDocs) return;
  const text = readFileSync(DOCUMENT, 'utf8');
  const page = docsPage(JSON.parse(text) as OpenApi);
  const directives = {
    'default-src': ["'none'"],
    'style-src': [sourceHash(STYLE)],
    // `default-src` does not cover these directives.
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

/** The parts of an OpenAPI document that the page reads. */
type OpenApi = {
  info: { title: string; description: string };
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
};

type Operation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: { content: Content };
  responses: Record<string, { description: string; content?: Content }>;
};

/** A body's schema by its media type: JSON, or the type that the endpoint's body is sent as. */
type Content = Record<string, { schema: Schema }>;

type Schema = {
  $ref?: string;
  const?: unknown;
  enum?: readonly unknown[];
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  type?: string | readonly string[];
  format?: string;
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: readonly string[];
};

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
details { border-block-end: 1px solid #8886; padding: .5rem 0; }
summary { cursor: pointer; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; background: #8882; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; white-space: pre-line; }
`;

/** The contract as a page that needs no script and no other host. */
function docsPage({ info, paths, components }: OpenApi): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  const tags = [...new Set(calls.flatMap(({ operation }) => operation.tags))];
  const sections = tags.map((tag) => {
    const ofTag = calls.filter(({ operation }) => operation.tags.includes(tag));
    return `<h2>${escaped(tag)}</h2>${ofTag.map(callHtml).join('')}`;
  });
  const shapes = Object.entries(components.schemas).map(
    ([name, schema]) => `<h3 id="${escaped(name)}">${escaped(name)}</h3>${shapeHtml(schema)}`,
  );
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>${escaped(info.title)}: the API</title>
<style>${STYLE}</style>
<h1>${escaped(info.title)}: the API</h1>
<p>${escaped(info.description)} <a href="/api/docs/openapi.json">OpenAPI document</a></p>
${sections.join('\n')}
<h2>Shapes</h2>
${shapes.join('\n')}
</html>
`;
}

function callHtml(call: { path: string; method: string; operation: Operation }): string {
  const { summary, description, parameters, requestBody, responses } = call.operation;
  const given = parameters.map(({ name, in: where, required, schema }) => {
    const kind = `${where}, ${required ? 'required' : 'optional'}`;
    return `<dt><code>${escaped(name)}</code> (${kind})</dt><dd>${shapeText(schema)}</dd>`;
  });
  const answers = Object.entries(responses).map(([status, response]) => {
    return `<dt>${status}</dt><dd>${escaped(response.description)}${contentHtml(response.content)}</dd>`;
  });
  return `<details>
<summary><code>${call.method.toUpperCase()} ${escaped(call.path)}</code> ${escaped(summary)}</summary>
<p>${escaped(description)}</p>
${given.length > 0 ? `<dl>${given.join('')}</dl>` : ''}
${requestBody ? `<p>Body</p>${contentHtml(requestBody.content)}` : ''}
<dl>${answers.join('')}</dl>
</details>`;
}

function contentHtml(content: Content = {}): string {
  const shapes = Object.entries(content).map(([type, { schema }]) => {
    const named = type === 'application/json' ? '' : `<p><code>${escaped(type)}</code></p>`;
    return `${named}${shapeHtml(schema)}`;
  });
  return shapes.join('');
}

function shapeHtml(schema: Schema): string {
  return `<pre>${shapeText(schema)}</pre>`;
}

/** A schema in the notation of TypeScript, as HTML; named shapes are links. */
function shapeText(schema: Schema, indent = ''): string {
  const name = schema.$ref?.replace(/^.*\//, '');
  if (name) return `<a href="#${escaped(name)}">${escaped(name)}</a>`;
  if ('const' in schema) return escaped(JSON.stringify(schema.const));
  if (schema.enum) return schema.enum.map((one) => escaped(JSON.stringify(one))).join(' | ');
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return choices.map((one) => shapeText(one, indent)).join(' | ');
  if (schema.items) return `(${shapeText(schema.items, indent)})[]`;
  if (schema.properties) {
    const inner = `${indent}  `;
    const fields = Object.entries(schema.properties).map(([field, value]) => {
      const mark = schema.required?.includes(field) ? '' : '?';
      return `${inner}${escaped(field)}${mark}: ${shapeText(value, inner)}\n`;
    });
    return `{\n${fields.join('')}${indent}}`;
  }
  const types = [schema.type ?? 'unknown'].flat().join(' | ');
  return escaped(schema.format ? `${types} (${schema.format})` : types);
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}
