import { MINUTE_MS } from '../rules/calendar.ts';

const KEPT_MS = MINUTE_MS;

/** Has the browser save a text as a file of this name and MIME type. */
export function saveFile(name: string, type: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type }));
  link.download = name;
  link.click();
  // Old browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
