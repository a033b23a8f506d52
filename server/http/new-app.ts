import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyCors from '@fastify/cors';
import fastifyHelmet from '@fastify/helmet';
import fastify from 'fastify';
import { IDEMPOTENCY_HEADER } from '../../src/contract/envelope.ts';
import type { Config } from '../config/config.ts';
import { readBodies } from './bodies.ts';
import { endConnectionsOnClose } from './closing.ts';
import { openServer } from './connections.ts';
import { documentHeaders } from './document-headers.ts';
import { handleError } from './errors.ts';
import { leanReplies } from './lean-replies.ts';
import { logOptions, logResponse } from './logging.ts';
import { measureRequests } from './process-metrics.ts';
import { type BodyTimes, endSlowBodies } from './slow-bodies.ts';
import { type Folders, readableUrl } from './static-files.ts';
import { type App, serializeReply, validateRequest } from './validation.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
const COMPRESS_FROM_BYTES = 256;
/** Beyond this a small reply hardly shrinks, and takes many times as long. */
const BROTLI_QUALITY = 5;

/** A server without routes: how requests are read, checked, logged, refused and compressed. */
export async function newApp(config: Config, folders: Folders, bodyTimes: BodyTimes): Promise<App> {
  const app: App = fastify({
    ...logOptions(config.logLevel),
    genReqId: () => randomUUID(),
    // Some GETs change things: a HEAD must not.
    exposeHeadRoutes: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: bodyTimes.uploadMs,
    serverFactory: openServer,
    http: {
      headersTimeout: bodyTimes.requestMs,
      // It looks for late requests every 30 s: one could be as late again.
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

/** Lets the app call from where else it is served: browsers ask, and keep the answer for two hours. */
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
