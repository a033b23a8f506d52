import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastify, { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { BASE_PATHS } from '../../src/contract/endpoint.ts';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import type { Config } from '../config/config.ts';
import { documentHeaders, type Folders, readableUrl } from './assets.ts';
import { type BodyTimes, endSlowBodies, leanReplies, readBodies } from './bodies.ts';
import { measureRequests } from './metrics.ts';
import { endConnectionsOnClose, openServer } from './queue.ts';
import { type App, handleError, serializeReply, validateRequest } from './serve.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const COMPRESS_FROM_BYTES = 256;
/** A higher quality hardly makes a small reply smaller, and takes many times as long. */
const BROTLI_QUALITY = 5;

/** Makes a server without routes. It reads, checks, logs and refuses requests, and compresses replies. */
export async function newApp(config: Config, folders: Folders, bodyTimes: BodyTimes): Promise<App> {
  const app: App = fastify({
    ...logOptions(config.logLevel),
    genReqId: () => randomUUID(),
    // Some GETs change things, which a HEAD must not do.
    exposeHeadRoutes: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: bodyTimes.uploadMs,
    serverFactory: openServer,
    http: {
      headersTimeout: bodyTimes.requestMs,
      // By default Node looks for late requests every 30 s, so a request could be another 30 s late.
      connectionsCheckingInterval: bodyTimes.requestMs / 6,
    },
    trustProxy: config.trustProxy,
    frameworkErrors: handleError,
    rewriteUrl: readableUrl,
  });
  app.setValidatorCompiler(validateRequest);
  app.setSerializerCompiler(serializeReply);
  app.setErrorHandler(handleError);
  app.decorateRequest('session', null);
  app.decorateRequest('credential', null);
  app.decorateRequest('once', null);
  readBodies(app);
  endSlowBodies(app, bodyTimes);
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'Cache-Control': 'no-store', 'X-Content-Type-Options': 'nosniff' });
  });
  await letInOrigins(app, config.appOrigins);
  app.addHook('onResponse', logResponse);
  measureRequests(app);
  leanReplies(app);
  endConnectionsOnClose(app);
  await app.register(fastifyHelmet, documentHeaders(folders.app, config));
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  });
  return app;
}

/**
 * Lets the app call from its other origins. Browsers ask for permission and keep the answer for two hours.
 */
async function letInOrigins(app: App, origins: readonly string[]): Promise<void> {
  if (origins.length === 0) return;
  await app.register(fastifyCors, {
    origin: [...origins],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ['Authorization', 'Content-Type', IDEMPOTENCY_HEADER],
    exposedHeaders: ['Date', 'Age', 'Retry-After'],
    maxAge: 7200,
  });
}

const MAX_CAUSES = 3;
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
/** Numbers of six digits or more. Ports and line numbers are shorter, and phone numbers are not. */
const LONG_NUMBER = /\p{Nd}{6,}/gu;

/**
 * Logs hold request ids and route patterns. They never hold an address, a header, a body or a query's values,
 * because those carry phone numbers, tokens and secrets.
 */
export function logOptions(level: Config['logLevel']) {
  return {
    logger: {
      level,
      serializers: {
        req: (request: FastifyRequest) => ({
          method: request.method,
          route: request.routeOptions?.url ?? '(none)',
        }),
        res: (reply: { statusCode?: number }) => ({ statusCode: reply.statusCode ?? 0 }),
        err: describeError,
      },
    },
    logController: new LogController({ disableRequestLogging: true }),
  };
}

/**
 * Describes an error without the values in a database's `detail`, `query` and `params`. Long numbers and
 * emails are left out too, because a provider's message may hold them.
 */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return {
    type: error.name,
    message: withoutPeople(error.message),
    stack: withoutPeople(error.stack ?? ''),
    code: typeof code === 'string' ? code : undefined,
    constraint: typeof constraint === 'string' ? constraint : undefined,
    cause: withoutPeople(causesOf(error).join(': ')) || undefined,
  };
}

/** The messages of an error's causes. `fetch` has its reason in the cause of a cause. */
function causesOf(error: Error, depth = 0): string[] {
  const { cause } = error;
  if (!(cause instanceof Error) || depth === MAX_CAUSES) return [];
  return [cause.message, ...causesOf(cause, depth + 1)];
}

function withoutPeople(text: string): string {
  return text.replaceAll(LONG_NUMBER, '(number)').replaceAll(EMAIL, '(email)');
}

/** Logs a line for each call of the API when the call is done. */
async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const route = request.routeOptions.url ?? '(none)';
  const line = {
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  if (Object.values(BASE_PATHS).some((base) => route.startsWith(`${base}/`)))
    request.log.info(line, 'call');
  else request.log.debug(line, 'call');
}
