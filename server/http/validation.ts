import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyInstance,
  FastifySchemaCompiler,
  FastifyTypeProvider,
  RawServerDefault,
} from 'fastify';
import type { FastifySerializerCompiler } from 'fastify/types/schema.js';
import * as v from 'valibot';
import { oddFields, readRows } from '../../src/contract/rows.ts';
import { Refusal } from './errors.ts';

/** Gives handlers the types of the contract's schemas that their routes declare. */
interface ContractTypes extends FastifyTypeProvider {
  validator: this['schema'] extends v.GenericSchema ? v.InferOutput<this['schema']> : unknown;
  serializer: unknown;
}

/** The server, with routes that declare schemas of the contract. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ContractTypes
>;

/** Checks a part of a request by its schema: a fault is 422 and names the field. */
export const validateRequest: FastifySchemaCompiler<v.GenericSchema> =
  ({ schema }) =>
  (part: unknown) => {
    const result = v.safeParse(schema, part);
    if (result.success) return { value: result.output };
    const [issue] = result.issues;
    const field = v.getDotPath(issue) ?? 'The body';
    return { error: new Refusal(422, 'request/invalid', `${field}: ${faultOf(issue)}`) };
  };

/** In the schema's own words where it has any. */
function faultOf({ expected, message }: v.BaseIssue<unknown>): string {
  return expected === null || !message.startsWith('Invalid ') ? message : `must be ${expected}`;
}

/**
 * Checks a reply but sends it as it was made: what the schema reads differently (an older field
 * beside a newer one) is for the reader. One that does not fit, a row of a list too, is a fault of ours.
 */
export const serializeReply: FastifySerializerCompiler<v.GenericSchema> =
  ({ schema, url }) =>
  (reply: unknown) => {
    const { issues = [], leftOut } = readRows(schema, reply);
    const faults = [...issues, ...leftOut];
    if (faults.length === 0) return JSON.stringify(reply);
    throw new Error(`the reply of ${url} does not fit the contract: ${oddFields(faults)}`);
  };
