import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allEndpoints } from './lib/all-endpoints.ts';
import { openApiDocument, openApiProblems } from './lib/openapi.ts';
import { fail, ROOT } from './lib/run.mjs';

// Writes docs/openapi.json from the contract. With --check it only reports whether the file is up to date,
// and which faults a linter finds in it.
const file = join(ROOT, 'docs/openapi.json');
const document = `${JSON.stringify(openApiDocument(await allEndpoints()), null, 2)}\n`;
const isCurrent = existsSync(file) && readFileSync(file, 'utf8') === document;

if (!process.argv.includes('--check')) writeFileSync(file, document);
else {
  if (!isCurrent) fail('docs/openapi.json is older than src/contract. Run: npm run openapi');
  const problems = await openApiProblems(document);
  if (problems.length > 0) fail(problems.join('\n'));
}
