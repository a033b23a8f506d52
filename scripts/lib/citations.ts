import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import GithubSlugger from 'github-slugger';

const FILES = [
  '{src,sw,server,question-bank,tests,e2e,scripts,docs}/**/*.{ts,tsx,mjs,css,html,md}',
  '*.{ts,html,md}',
];

/** The folders of pages that comments cite without a folder. */
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

/** Ways to cite pages that are not in this repository. */
const OUTSIDE = [
  /\b(gameplay|accounts)(\.md)?\s+§\d*/gi,
  /\bdecisions?\s+\d+/gi,
  /[;(]\s*contract[,):]/g,
  /(?<![\w%./-])[AG]\d{1,2}(?![\w%.])/g,
  /\b(look|budgets|gameplay|accounts|decisions|contract)\.md\b/g,
];

/**
 * Finds wrong citations in a folder's comments and pages. A citation is wrong if its anchor or record (ADR
 * and four digits) does not exist, or if its page is outside the repository. `npm run check:links` checks the
 * links between pages.
 * @returns `file:line: what`, in the order of files and lines
 */
export function citationFaults(root: string): string[] {
  const files = globSync(FILES, { cwd: root, exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.toSorted().flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    const prose = file.endsWith('.md') ? withoutFences(text) : comments(text);
    return faultsOf(root, prose).map(
      ({ index, what }) => `${file}:${text.slice(0, index).split('\n').length}: ${what}`,
    );
  });
}

function faultsOf(root: string, prose: string): { index: number; what: string }[] {
  const anchors = [...prose.matchAll(ANCHORED)].filter(
    ([, name = '', anchor = '']) => !isInPage(root, name, anchor),
  );
  const records = [...prose.matchAll(ADR)].filter(([, number = '']) => !isRecord(root, number));
  const nowhere = [...anchors, ...records].map(({ index, 0: cited }) => ({
    index,
    what: `${cited} leads nowhere`,
  }));
  const outside = OUTSIDE.flatMap((pattern) => [...prose.matchAll(pattern)]).map(
    ({ index, 0: cited }) => ({
      index,
      what: `"${cited.replace(/\s+/g, ' ').trim()}" cites a page outside the repository`,
    }),
  );
  return [...nowhere, ...outside].toSorted((a, b) => a.index - b.index);
}

function isInPage(root: string, name: string, anchor: string): boolean {
  const page = PAGE_FOLDERS.map((folder) => join(root, folder, `${name}.md`)).find(existsSync);
  return page !== undefined && anchorsOf(readFileSync(page, 'utf8')).has(anchor);
}

function isRecord(root: string, number: string): boolean {
  return globSync(`docs/decisions/${number}-*.md`, { cwd: root }).length > 0;
}

/** Lists the anchors that GitHub makes of a page's headings. */
export function anchorsOf(page: string): Set<string> {
  const slugger = new GithubSlugger();
  const headings = withoutFences(page).matchAll(/^#{1,6} (.+)$/gm);
  const texts = [...headings].map(([, text = '']) => text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1'));
  return new Set(texts.map((text) => slugger.slug(text.trim())));
}

/**
 * Gives a source's comments at their offsets, with the code between them struck out. Each comment becomes a
 * single line, because a citation may go on in the next line.
 */
function comments(text: string): string {
  let prose = '';
  for (const { index, 0: comment } of text.matchAll(COMMENT)) {
    prose += '|'.repeat(index - prose.length) + comment.replace(/\n\s*(\*|\/\/)?/g, blank);
  }
  return prose;
}

/** Gives a page with its code blocks blanked, and the rest at its offsets. */
function withoutFences(page: string): string {
  return page.replace(FENCE, blank);
}

function blank(text: string): string {
  return ' '.repeat(text.length);
}
