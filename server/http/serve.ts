import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import * as v from 'valibot';
import type { ErrorCode, StatusOf } from '../../src/contract/error-codes.ts';
import { oddFields, readRows } from '../../src/contract/rows.ts';
import { isDatabaseDown, isNotKeepable } from '../database/failures.ts';

/** Gives handlers the types of the contract's schemas that their routes declare. */
interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  serializer: unknown;
}

/** The server's type. Its routes declare schemas of the contract. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ContractTypes
>;

/** Checks a part of a request by its schema. A fault is answered with 422 and the field's name. */
export const validateRequest: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema }) =>
  (part: unknown) => {
    const result = v.safeParse(schema, part);
    if (result.success) return { value: result.output };
    const [issue] = result.issues;
    const field = v.getDotPath(issue) ?? 'The body';
    return { error: new Refusal(422, 'request/invalid', `${field}: ${faultOf(issue)}`) };
  };

/** A fault in the schema's own words, if it has any. */
function faultOf({ expected, message }: v.BaseIssue<unknown>): string {
  return expected === null || !message.startsWith('Invalid ') ? message : `must be ${expected}`;
}

/**
 * Checks a reply, but sends it as it was made: the schema may read an older field in place of a newer one,
 * which is left to the reader. A reply that does not fit is a fault of ours, even in one row of a list.
 */
export const serializeReply: FastifySerializerCompiler<v.GenericSchema> =
  ({ schema, url }) =>
  (reply: unknown) => {
    const { issues = [], leftOut } = readRows(schema, reply);
    const faults = [...issues, ...leftOut];
    if (faults.length === 0) return JSON.stringify(reply);
    throw new Error(`the reply of ${url} does not fit the contract: ${oddFields(faults)}`);
  };

/** A refusal that a route throws on purpose: a code with its own status, and a message for the player. */
export class Refusal<Code extends ErrorCode = ErrorCode> extends Error {
  override name = 'Refusal';
  readonly statusCode: StatusOf<Code>;
  readonly code: Code;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    statusCode: StatusOf<Code>,
    code: Code,
    message: string,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
    this.statusCode = statusCode;
    this.code = code;
    this.headers = headers;
  }
}

const OURS = new Refusal(
  500,
  'server/error',
  'Something went wrong on our side. Please try again.',
);

const UNAVAILABLE = new Refusal(
  503,
  'server/unavailable',
  'The game is not available right now. Please try again.',
  { 'Retry-After': '5' },
);

/** The refusal of a photo with too many bytes or too many pixels. */
export const PHOTO_TOO_LARGE = new Refusal(
  413,
  'picture/too-large',
  'This picture is too large. Choose a smaller one.',
);

export const TOO_LARGE = new Refusal(
  413,
  'request/too-large',
  'That is more than this call takes.',
);

const UNREADABLE = new Refusal(400, 'request/invalid', 'This call could not be read.');

const NO_JSON_CODES = new Set([
  'FST_ERR_CTP_INVALID_JSON_BODY',
  'FST_ERR_CTP_EMPTY_JSON_BODY',
  'FST_ERR_CTP_INVALID_MEDIA_TYPE',
]);

/** The one error handler: every failure is answered by `{ status: false, data: null, message, code }`. */
export function handleError(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = isCutOff(request) ? UNREADABLE : asRefusal(error);
  if (refusal.statusCode >= 500) {
    request.log.error({ err: error, route: request.routeOptions.url }, 'a call failed');
  }
  return sendRefusal(reply, refusal);
}

/**
 * Whether the caller hung up in the middle of the body. That is no fault of ours, and nobody reads the
 * answer.
 */
const isCutOff = ({ raw }: FastifyRequest): boolean => raw.destroyed && !raw.complete;

export function sendRefusal(reply: FastifyReply, refusal: Refusal) {
  const { statusCode, code, message, headers } = refusal;
  return reply
    .code(statusCode)
    .headers({ 'Cache-Control': 'no-store', ...headers })
    .type('application/json')
    .serializer(JSON.stringify)
    .send({ status: false, data: null, message, code });
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  if (isDatabaseDown(error)) return UNAVAILABLE;
  if (isNotKeepable(error)) return UNREADABLE;
  const { code, statusCode } = error as Partial<FastifyError>;
  if (statusCode === 413) return TOO_LARGE;
  if (NO_JSON_CODES.has(String(code)) || (error instanceof SyntaxError && statusCode === 400)) {
    return new Refusal(400, 'request/not-json', 'The body of this call must be JSON.');
  }
  // The framework has more statuses for what it cannot read than the contract lists.
  const isUnreadable = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return isUnreadable ? UNREADABLE : OURS;
}
