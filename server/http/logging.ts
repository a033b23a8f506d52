import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import { BASE_PATHS } from '../../src/contract/endpoint.ts';
import type { Config } from '../config/config.ts';

const MAX_CAUSES = 3;
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g;
/** Longer than any port or line number, shorter than any phone. */
const LONG_NUMBER = /\p{Nd}{6,}/gu;

/**
 * Logs hold request ids and route patterns, never an address, a header, a body or a query's values:
 * those carry phone numbers, tokens and secrets.
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
 * An error without the values in a database's `detail`, `query` and `params`, and without long
 * numbers and emails: a provider's message may hold them.
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

/** The messages of what brought an error about: `fetch` has its reason in a cause of its cause. */
function causesOf(error: Error, depth = 0): string[] {
  const { cause } = error;
  if (!(cause instanceof Error) || depth === MAX_CAUSES) return [];
  return [cause.message, ...causesOf(cause, depth + 1)];
}

function withoutPeople(text: string): string {
  return text.replaceAll(LONG_NUMBER, '(number)').replaceAll(EMAIL, '(email)');
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
  if (Object.values(BASE_PATHS).some((base) => route.startsWith(`${base}/`)))
    request.log.info(line, 'call');
  else request.log.debug(line, 'call');
}
