import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Config } from './config.ts';

/**
 * Logs hold request ids and route patterns, never an address, a header, a body or a query's
 * values: those carry phone numbers, tokens and secrets.
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

/** An error without the values that databases put into theirs (`detail`, `query`, `params`). */
export function describeError(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' };
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  const cause = error.cause instanceof Error ? error.cause.message : undefined;
  return {
    type: error.name,
    message: error.message,
    stack: error.stack ?? '',
    code: typeof code === 'string' ? code : undefined,
    constraint: typeof constraint === 'string' ? constraint : undefined,
    cause,
  };
}

/** A line for each call of the API when it is done. */
export async function logResponse(request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const route = request.routeOptions.url ?? '(none)';
  const line = {
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
  };
  if (route.startsWith('/api/')) request.log.info(line, 'call');
  else request.log.debug(line, 'call');
}
