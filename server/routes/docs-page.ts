/** What the page reads of an OpenAPI document. */
export type OpenApi = {
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

/** By its media type: JSON, or the one that a body is sent as. */
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

/** All that the page looks like. */
export const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 60rem; margin: 0 auto; padding: 1rem; }
details { border-block-end: 1px solid #8886; padding: .5rem 0; }
summary { cursor: pointer; }
code, pre { font: .875rem/1.5 ui-monospace, monospace; }
pre { overflow-x: auto; padding: .75rem; background: #8882; }
dt { font-weight: 600; } dd { margin: 0 0 .5rem; white-space: pre-line; }
`;

/** The contract as a page that needs no script and no other host. */
export function docsPage({ info, paths, components }: OpenApi): string {
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
