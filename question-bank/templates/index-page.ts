import { readdirSync, readFileSync } from 'node:fs';
import type { Question } from '../question.ts';
import { TEMPLATES } from './all.ts';

/** The page that lists each template, with an example and its file. */
export const INDEX_PAGE = 'templates/README.md';

const FOLDER = new URL('.', import.meta.url);

/** The first letter of codes, each with the subject of the templates whose code begins with it. */
const KINDS = [
  ['b', 'Worded by hand'],
  ['f', 'Finals of all cups, and matches of the Champions League'],
  ['k', 'Told by a story, worded by hand'],
  ['n', 'The World Cup, the African Cup of Nations and Nigeria'],
  ['o', 'Which of these: the odd one out'],
  ['p', 'Players'],
  ['q', 'With a picture'],
  ['t', 'Leagues and their clubs'],
] as const;

/**
 * The text of the index page, which lists each template with one of these questions as an example.
 * Throws for a template without a file.
 */
export function indexPage(questions: readonly Question[]): string {
  const files = templateFiles();
  const examples = Map.groupBy(questions, ({ template }) => template);
  const codes = TEMPLATES.map(({ id }) => id).toSorted(byNumber);
  const row = (code: string): string => {
    const file = files.get(code);
    if (file === undefined) throw new Error(`templates: no file has the code ${code}`);
    const [one] = examples.get(code) ?? [];
    const example = one === undefined ? 'nothing yet' : `${one.question} (${one.answer})`;
    return `| \`${code}\` | ${example} | [${file}](${file}) |`;
  };
  return [
    '# What each template asks',
    '',
    'The id of a question begins with the code of its template. `npm run questions -- generate` makes',
    'this page; each example is the first question of its template in the bank.',
    ...KINDS.flatMap(([letter, kind]) => [
      '',
      `## ${letter}: ${kind}`,
      '',
      '| code | for instance | file |',
      '|---|---|---|',
      ...codes.filter((code) => code.startsWith(letter)).map(row),
    ]),
    '',
  ].join('\n');
}

/**
 * The file of each template's code, as a path from the page. Throws when a code is in two files.
 */
function templateFiles(): Map<string, string> {
  const files = new Map<string, string>();
  const paths = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' });
  for (const path of paths.filter((one) => one.endsWith('.ts')).toSorted()) {
    const code = readFileSync(new URL(path, FOLDER), 'utf8');
    for (const [, id = ''] of code.matchAll(/^ {2}id: '([a-z0-9-]+)',$/gm)) {
      if (files.has(id)) throw new Error(`templates: ${id} stands in ${files.get(id)} and ${path}`);
      files.set(id, path);
    }
  }
  return files;
}

/** Orders codes by their numbers: `t2` before `t10`, `t3-goals` before `t3-points`. */
const byNumber = (one: string, other: string): number =>
  one.localeCompare(other, 'en', { numeric: true });
