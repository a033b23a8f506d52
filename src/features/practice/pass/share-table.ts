import type { PassPlace } from '../../../rules/pass-the-phone.ts';

/** The table as a text, the link last (flows.md#share). */
export function tableText(table: readonly PassPlace[], each: number, origin: string): string {
  return [
    'Football Mastermind: Pass the phone',
    ...table.map(({ place, name, right }) => `${place}. ${name}: ${right} of ${each} right`),
    'Can you beat us?',
    `${origin}/?source=share`,
  ].join('\n');
}

/** Hands a text to the phone's own sheet, or to WhatsApp where there is none or it fails. */
export async function shareTable(text: string): Promise<void> {
  try {
    await navigator.share({ text });
  } catch (error) {
    // The player closed the sheet.
    if (error instanceof DOMException && error.name === 'AbortError') return;
    open(`https://wa.me/?text=${encodeURIComponent(text)}`, '_blank', 'noopener');
  }
}
