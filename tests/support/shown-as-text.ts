import { expect } from 'vitest';
import { markupOf, RAN } from './payloads.ts';

/** All of them are there, as texts and as nothing else. */
export function expectTexts(...texts: string[]): void {
  const values = [...document.querySelectorAll('input, textarea')].map((field) =>
    String((field as HTMLInputElement).value),
  );
  for (const text of texts)
    expect([document.body.textContent, ...values].join('\n')).toContain(text);
  expect(markupOf(document)).toEqual([]);
  expect(document.title).not.toBe(RAN);
}
