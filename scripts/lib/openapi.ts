import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { boardRowSchema } from '../../src/contract/boards.ts';
import { categorySchema } from '../../src/contract/categories.ts';
import { BASE_PATHS, codesOf, type Endpoint } from '../../src/contract/endpoint.ts';
import {
  failureSchema,
  IDEMPOTENCY_HEADER,
  idSchema,
  metaSchema,
  noSchema,
  ROUND_CREDENTIAL,
} from '../../src/contract/envelope.ts';
import { ERROR_CODES, type ErrorCode } from '../../src/contract/error-codes.ts';
import { issuedRoundSchema, questionSchema } from '../../src/contract/points.ts';
import { challengeSchema, userSchema } from '../../src/contract/user.ts';
import type { NamedEndpoint } from './all-endpoints.ts';

/** The schemas that have a name in the document. */
const SHAPES: Record<string, v.GenericSchema> = {
  BoardRow: boardRowSchema,
  Category: categorySchema,
  Challenge: challengeSchema,
  Failure: failureSchema,
  Id: idSchema,
  IssuedRound: issuedRoundSchema,
  Meta: metaSchema,
  No: noSchema,
  Question: questionSchema,
  User: userSchema,
};

const SECURITY: Record<Endpoint['who'], object[]> = {
  anyone: [],
  // Without a token the call has a proof of the number among its fields.
  number: [{ token: [] }, {}],
  player: [{ token: [] }],
  round: [{ token: [] }, { round: [] }],
};

const WHO: Record<Endpoint['who'], string> = {
  anyone: 'Anyone',
  number: 'The player of the number, or who brings a proof of it',
  player: 'A player',
  round: 'A player, or the round by its own secret',
};

const EFFECT: Record<Endpoint['effect'], string> = {
  safe: 'Changes nothing',
  idempotent: 'Changes something; the same again changes no more',
  keyed: `Changes something each time, or once for each ${IDEMPOTENCY_HEADER}`,
};

/** Makes an OpenAPI 3.1 document of the contract. */
export function openApiDocument(endpoints: readonly NamedEndpoint[]): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const named of endpoints) {
    const { method, base = 'product', path } = named.endpoint;
    const address = `${BASE_PATHS[base]}${path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[address] = { ...paths[address], [method.toLowerCase()]: operationOf(named) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Football Mastermind',
      version: '2',
      description:
        'The calls between the app and its API, at the addresses that our own server gives them. ' +
        'Made from src/contract by `npm run openapi`.',
    },
    // The paths are those of our own server. Another API may have other paths
    // (api.md#the-app-for-an-existing-api).
    servers: [{ url: '/', description: 'The server that the app comes from' }],
    tags: [...new Set(endpoints.map(({ resource }) => resource))].map((name) => ({ name })),
    paths,
    components: {
      schemas: Object.fromEntries(
        Object.entries(SHAPES).map(([name, schema]) => [name, shapeOf(schema, name)]),
      ),
      responses: {
        Failure: {
          description: 'A failed call',
          content: json({ $ref: '#/components/schemas/Failure' }),
        },
      },
      securitySchemes: {
        token: {
          type: 'http',
          scheme: 'bearer',
          description: 'A session, as meta.token brings it',
        },
        round: { type: 'http', scheme: ROUND_CREDENTIAL, description: 'The secret of a round' },
      },
    },
  };
}

function operationOf({ name, resource, about, endpoint }: NamedEndpoint): object {
  const { who, effect, body, bodyAs, reply, replyAs } = endpoint;
  const codes = codesOf(endpoint);
  return {
    operationId: name,
    tags: [resource],
    summary: about,
    description: `${WHO[who]}. ${EFFECT[effect]}.`,
    security: SECURITY[who],
    parameters: parametersOf(endpoint),
    ...(body && { requestBody: { required: true, content: contentOf(shapeOf(body), bodyAs) } }),
    responses: {
      200: {
        description: ['The reply', ...wordsFor(codes, 200)].join('\n'),
        content: replyAs === 'text' ? TEXT : json(shapeOf(reply)),
      },
      ...failuresOf(codes),
    },
  };
}

function parametersOf({ path, query, effect }: Endpoint): object[] {
  const inPath = [...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }));
  const { properties = {}, required = [] } = query ? toJsonSchema(query, OPTIONS) : {};
  const inQuery = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
  const key = {
    name: IDEMPOTENCY_HEADER,
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
  };
  return [...inPath, ...inQuery, ...(effect === 'keyed' ? [key] : [])];
}

function failuresOf(codes: readonly ErrorCode[]): Record<number, object> {
  const statuses = new Set(codes.flatMap((code): readonly number[] => ERROR_CODES[code].statuses));
  statuses.delete(200);
  return Object.fromEntries(
    [...statuses].map((status) => [
      status,
      { $ref: '#/components/responses/Failure', description: wordsFor(codes, status).join('\n') },
    ]),
  );
}

function wordsFor(codes: readonly ErrorCode[], status: number): string[] {
  return codes
    .filter((code) => (ERROR_CODES[code].statuses as readonly number[]).includes(status))
    .map((code) => `${code}: ${ERROR_CODES[code].says}`);
}

/** Writes a schema as it is sent, without the checks that JSON Schema can't express. */
const OPTIONS = {
  target: 'draft-2020-12',
  typeMode: 'input',
  errorMode: 'ignore',
  definitions: SHAPES,
  overrideSchema: ({ jsonSchema, valibotSchema }: Overridden) =>
    valibotSchema.type === 'blob' ? FILE : terse(jsonSchema),
  overrideRef: ({ referenceId }: { referenceId: string }) => `#/components/schemas/${referenceId}`,
} as const;

type Overridden = { jsonSchema: JsonSchema; valibotSchema: { type: string } };

/** The schema of a file in a form. */
const FILE: JsonSchema = { type: 'string', contentMediaType: 'application/octet-stream' };

/**
 * Rewrites a schema so that most tools can read it. 'null' becomes one of the types, an empty list of
 * required fields is left out, and a list of a single item gets a minimum and maximum length.
 */
function terse({ anyOf, required, ...shape }: JsonSchema): JsonSchema {
  const rest = withItems(shape);
  const [one, none, ...others] = anyOf ?? [];
  const isPlain =
    typeof one === 'object' && typeof one.type === 'string' && Object.keys(one).length === 1;
  const isNullable = typeof none === 'object' && none.type === 'null' && others.length === 0;
  if (isPlain && isNullable && one.type) return { type: [one.type, 'null'], ...rest } as JsonSchema;
  return { ...(anyOf && { anyOf }), ...rest, ...(required?.length && { required }) };
}

function withItems({ prefixItems, items, ...rest }: JsonSchema): JsonSchema {
  if (!prefixItems) return { ...rest, ...(items !== undefined && { items }) };
  const [first, ...others] = prefixItems;
  if (first === undefined || others.length > 0)
    throw new Error('A list of several shapes has no items');
  return { ...rest, items: first, minItems: 1, maxItems: 1 };
}

/** @param own the name of the schema if it is to be written out, instead of a reference to its name */
function shapeOf(schema: v.GenericSchema, own?: string): object {
  const definitions = Object.fromEntries(Object.entries(SHAPES).filter(([name]) => name !== own));
  const { $schema: _, $defs: __, ...shape } = toJsonSchema(schema, { ...OPTIONS, definitions });
  return shape;
}

const TEXT = { 'text/plain': { schema: { type: 'string' } } };

function contentOf(schema: object, bodyAs: Endpoint['bodyAs']) {
  return bodyAs === 'form' ? { 'multipart/form-data': { schema } } : json(schema);
}

function json(schema: object) {
  return { 'application/json': { schema } };
}

/** The rules for linting the document, and why some are off. */
const RULES = {
  'operation-tag-defined': 'error',
  // The specification has the address `POST /user/` (docs/flows/api.md).
  'no-path-trailing-slash': 'off',
  // The project has no licence yet (README.md).
  'info-license': 'off',
  // Tags need no description, because a tag is the name of a resource and each call is described.
  'tag-description': 'off',
  // Old generators of code need a list's items to have a single schema.
  'rule/lists-have-items': {
    subject: { type: 'Schema', property: 'items' },
    where: [
      {
        subject: { type: 'Schema', property: 'type' },
        assertions: { defined: true, const: 'array' },
      },
    ],
    assertions: { defined: true },
    message: 'A list says what it holds, by `items`',
    severity: 'error',
  },
  'rule/lists-have-one-shape': {
    subject: { type: 'Schema', property: 'prefixItems' },
    assertions: { defined: false },
    message: 'A list has one shape for all that it holds, `items`',
    severity: 'error',
  },
} as const;

/** Lints an OpenAPI document, and gives a line for each fault. */
export async function openApiProblems(text: string): Promise<string[]> {
  const config = await createConfig({ extends: ['recommended-strict'], rules: RULES });
  const problems = await lintDocument({
    document: makeDocumentFromString(text, 'docs/openapi.json'),
    externalRefResolver: new BaseResolver(),
    config,
  });
  return problems.map(({ ruleId, message, location: [at] }) => {
    return `${ruleId}: ${message} (${at?.pointer ?? 'the document'})`;
  });
}
