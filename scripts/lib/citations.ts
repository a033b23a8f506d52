import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const FILES = [
  '{src,sw,server,question-bank,tests,e2e,scripts,docs}/**/*.{ts,tsx,mjs,css,html,md}',
  '*.{ts,html,md}',
];

/** Where a page that is cited by its name alone may stand. */
const PAGE_FOLDERS = [
  'docs',
  'docs/flows',
  'docs/operations',
  'docs/decisions',
  '.',
  'question-bank',
];

const COMMENT = /\/\*[\s\S]*?\*\/|(?:\/\/.*(?:\n[ \t]*(?=\/\/))?)+|<!--[\s\S]*?-->/g;
const FENCE = /^```[\s\S]*?^```/gm;
const ANCHORED = /([\w-]+)\.md#([\p{L}\p{N}_-]+)/gu;
const ADR = /\bADR[- ](\d+)\b/g;
const LINK = /\]\((?![a-z]+:)([^)\s#]*)(#[^)\s]*)?\)/g;

/** Ways to cite pages that are not in this repository. */
const OUTSIDE = [
  /\b(gameplay|accounts)(\.md)?\s+§\d*/gi,
  /\bdecisions?\s+\d+/gi,
  /[;(]\s*contract[,):]/g,
  /(?<![\w%./-])[AG]\d{1,2}(?![\w%.])/g,
  /\b(look|budgets|gameplay|accounts|decisions|contract)\.md\b/g,
];

/**
 * What is wrong with the citations of a folder's sources and pages: a page's anchor, a record (ADR
 * and four digits) or a link that leads nowhere, or one to a page outside the repository.
 * @returns `file:line: what`, in the order of files and lines
 */
export function citationFaults(root: string): string[] {
  const files = globSync(FILES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.toSorted().flatMap((file) => faultsOf(root, file));
}

function faultsOf(root: string, file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8');
  const isPage = file.endsWith('.md');
  const passages = isPage ? [{ at: 0, prose: withoutFences(text) }] : comments(text);
  return passages.flatMap(({ at, prose }) =>
    [...citations(root, prose), ...(isPage ? links(root, file, prose) : [])]
      .toSorted((a, b) => a.index - b.index)
      .map(({ index, what }) => `${file}:${lineOf(text, at + index)}: ${what}`),
  );
}

type Fault = { index: number; what: string };

function citations(root: string, prose: string): Fault[] {
  const anchored = [...prose.matchAll(ANCHORED)].filter(
    ([, name = '', anchor = '']) => !isInPage(pageNamed(root, name), anchor),
  );
  const records = [...prose.matchAll(ADR)].filter(([, number = '']) => !isRecord(root, number));
  const outside = OUTSIDE.flatMap((pattern) => [...prose.matchAll(pattern)]);
  return [
    ...[...anchored, ...records].map(({ index, 0: cited }) => ({
      index,
      what: `${cited} leads nowhere`,
    })),
    ...outside.map(({ index, 0: cited }) => ({
      index,
      what: `"${cited.replace(/\s+/g, ' ').trim()}" cites a page outside the repository`,
    })),
  ];
}

function links(root: string, file: string, prose: string): Fault[] {
  return [...prose.matchAll(LINK)]
    .filter(([, path = '', anchor = '']) => {
      const target = path === '' ? join(root, file) : join(root, dirname(file), path);
      if (!existsSync(target)) return true;
      return anchor !== '' && target.endsWith('.md') && !isInPage(target, anchor.slice(1));
    })
    .map(({ index, 0: link }) => ({ index, what: `the link ${link.slice(1)} leads nowhere` }));
}

function pageNamed(root: string, name: string): string | undefined {
  return PAGE_FOLDERS.map((folder) => join(root, folder, `${name}.md`)).find(existsSync);
}

function isInPage(page: string | undefined, anchor: string): boolean {
  return page !== undefined && anchorsOf(readFileSync(page, 'utf8')).has(anchor);
}

function isRecord(root: string, number: string): boolean {
  return globSync(`docs/decisions/${number}-*.md`, { cwd: root }).length > 0;
}

/** The anchors that GitHub gives the headings of a page; a heading that comes again is numbered. */
export function anchorsOf(page: string): Set<string> {
  const anchors = new Set<string>();
  for (const [, heading = ''] of withoutFences(page).matchAll(/^#{1,6} (.+)$/gm)) {
    const slug = heading
      .trim()
      .toLowerCase()
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-');
    let anchor = slug;
    for (let again = 1; anchors.has(anchor); again += 1) anchor = `${slug}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The comments of a source, each on one line: a citation may go over the end of one. */
function comments(text: string): { at: number; prose: string }[] {
  return [...text.matchAll(COMMENT)].map(({ index, 0: comment }) => ({
    at: index,
    prose: comment.replace(/\n\s*(\*|\/\/)?/g, blank),
  }));
}

/** A page without its examples, every line in its place. */
function withoutFences(page: string): string {
  return page.replace(FENCE, (example) => example.replace(/[^\n]/g, ' '));
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}

function lineOf(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
