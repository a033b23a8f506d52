import { randomUUID } from 'node:crypto';
import { constants } from 'node:zlib';
import fastifyCompress from '@fastify/compress';
import fastifyHelmet from '@fastify/helmet';
import fastify from 'fastify';
import { admit } from './accounts/authorization.ts';
import { giveProofBack } from './accounts/proofs.ts';
import { endUnprovenSessions } from './accounts/sessions.ts';
import { openSignatures } from './accounts/signatures.ts';
import type { Ranking } from './boards/ranking.ts';
import type { Config } from './config/config.ts';
import type { Db } from './database/tables.ts';
import { handleError } from './http/errors.ts';
import { leanReplies } from './http/lean-replies.ts';
import { logOptions, logResponse } from './http/logging.ts';
import { securityHeaders } from './http/security-headers.ts';
import { type Folders, readableUrl, serveFiles } from './http/static-files.ts';
import { type App, serializeReply, validateRequest } from './http/validation.ts';
import { httpAirtimeBilling, type ProviderFetch } from './providers/airtime-billing.ts';
import { httpSms } from './providers/sms.ts';
import type { Bank } from './rounds/bank.ts';
import { openRoundSecrets } from './rounds/secrets.ts';
import { boardRoutes } from './routes/boards.ts';
import { campaignRoutes } from './routes/campaigns.ts';
import { categoryRoutes } from './routes/categories.ts';
import { contactRoutes } from './routes/contact.ts';
import { docsRoutes } from './routes/docs.ts';
import { healthRoutes } from './routes/health.ts';
import { playRoutes } from './routes/plays.ts';
import { pointRoutes } from './routes/points.ts';
import { questionRoutes } from './routes/questions.ts';
import { sessionRoutes } from './routes/sessions.ts';
import { subscriptionRoutes } from './routes/subscriptions.ts';
import { userRoutes } from './routes/users.ts';
import { sandboxAirtimeBilling } from './sandbox/airtime-billing.ts';
import { SANDBOX_SMS_TOKEN, sandboxSms } from './sandbox/sms.ts';
import type { Services } from './services.ts';
import { sweepRegularly } from './sweep.ts';

const BODY_LIMIT_BYTES = 64 * 1024;
/** For all of a request: 64 KB pass on the slowest line, and no line is held by a body that drips. */
const REQUEST_TIMEOUT_MS = 30_000;
const COMPRESS_FROM_BYTES = 256;
/** Beyond this a small reply hardly shrinks, and takes many times as long. */
const BROTLI_QUALITY = 5;

/** What an app is built from: the process and its tests differ in nothing else. */
export type AppParts = {
  config: Config;
  db: Db;
  ranking: Ranking;
  bank: Bank;
  folders: Folders;
  /** The clock, in epoch milliseconds. */
  now: () => number;
  /** How providers are reached: `fetch`. */
  providerFetch: ProviderFetch;
  requestTimeoutMs?: number;
};

/** The whole server, ready to listen. It does not close the database and the ranking it is given. */
export async function buildApp(parts: AppParts): Promise<App> {
  const { config, db, ranking, bank, folders, now, providerFetch } = parts;
  const { requestTimeoutMs = REQUEST_TIMEOUT_MS } = parts;
  const app: App = fastify({
    ...logOptions(config.logLevel),
    genReqId: () => randomUUID(),
    // Some GETs change things: a HEAD must not.
    exposeHeadRoutes: false,
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: requestTimeoutMs,
    http: {
      // Node takes the longer of the two for the whole request, and this is 60 s unless it is set.
      headersTimeout: requestTimeoutMs,
      // It looks for late requests every 30 s: one could be as late again.
      connectionsCheckingInterval: requestTimeoutMs / 6,
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
  app.removeContentTypeParser('text/plain');
  // A PUT without a body may still name JSON as its type.
  const parseJson = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '') done(null, undefined);
    else parseJson(request, String(text), done);
  });
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('Cache-Control', 'no-store');
  });
  app.addHook('onResponse', logResponse);
  leanReplies(app);
  letGoOnClose(app);

  await app.register(fastifyHelmet, securityHeaders(folders.app, config.contentOrigins));
  await app.register(fastifyCompress, {
    encodings: ['br', 'gzip'],
    threshold: COMPRESS_FROM_BYTES,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
    globalDecompression: false,
  });

  const smsUrl = () => config.smsUrl ?? `${ownAddress(app)}/sandbox/sms`;
  const billingUrl = () => config.billingUrl ?? `${ownAddress(app)}/sandbox/billing`;
  const services: Services = {
    db,
    config,
    now,
    bank,
    billing: httpAirtimeBilling(billingUrl, providerFetch),
    sendSms: httpSms(smsUrl, config.smsToken ?? SANDBOX_SMS_TOKEN, providerFetch),
    sign: await openSignatures(db),
    roundSecrets: await openRoundSecrets(db),
    ranking,
  };
  // What a server without sorted sets has written is not in them.
  await ranking.forget();
  await endUnprovenSessions(services, app.log);
  app.addHook('onRoute', admit(services));
  app.addHook('preSerialization', giveProofBack(services));
  healthRoutes(app, services);
  userRoutes(app, services);
  sessionRoutes(app, services);
  subscriptionRoutes(app, services);
  categoryRoutes(app, services);
  questionRoutes(app, services);
  playRoutes(app, services);
  pointRoutes(app, services);
  boardRoutes(app, services);
  campaignRoutes(app, services);
  contactRoutes(app, services);
  docsRoutes(app, services);
  if (config.billingUrl === null) {
    const mount = async (billing: App) => sandboxAirtimeBilling(billing, services);
    await app.register(mount, { prefix: '/sandbox/billing' });
  }
  if (config.smsUrl === null && config.signInPolicy === 'otp') {
    await app.register(async (sms: App) => sandboxSms(sms, services), { prefix: '/sandbox' });
  }
  await serveFiles(app, folders);
  app.addHook('onClose', sweepRegularly(services, app.log));
  return app;
}

/**
 * A connection that is busy while the app closes ends once its reply is out. Kept alive, it would
 * hold up the end of the process for more than a minute.
 */
function letGoOnClose(app: App): void {
  let isClosing = false;
  app.addHook('preClose', async () => {
    isClosing = true;
  });
  app.addHook('onResponse', async () => {
    if (isClosing) setImmediate(() => app.server.closeIdleConnections());
  });
}

/** Where this process reaches itself: the sandbox is asked over HTTP as a real provider is. */
export function ownAddress(app: App): string {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return 'http://localhost';
  const { address: host, port, family } = address;
  const loopback = family === 'IPv6' ? '[::1]' : '127.0.0.1';
  const isWildcard = host === '0.0.0.0' || host === '::';
  const name = isWildcard ? loopback : family === 'IPv6' ? `[${host}]` : host;
  return `http://${name}:${port}`;
}
