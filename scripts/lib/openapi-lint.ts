import {
  BaseResolver,
  createConfig,
  lintDocument,
  makeDocumentFromString,
} from '@redocly/openapi-core';

/** What every generator and linter of others would stumble over, and why some of it stands. */
const RULES = {
  'operation-tag-defined': 'error',
  // Addresses are as on the wire: `POST /user/` is the specification's (docs/flows.md#the-api).
  'no-path-trailing-slash': 'off',
  // The project has none yet (README.md).
  'info-license': 'off',
  // A tag is the name of a resource; what its calls do stands at each of them.
  'tag-description': 'off',
  // Old generators know one shape for all of a list.
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

/** What is wrong with an OpenAPI document, a line for each; nothing where it is right. */
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
