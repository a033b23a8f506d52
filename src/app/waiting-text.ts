/** `1 result`, `2 results and 1 message`; `null` for nothing. */
export function waitingText(results: number, messages: number): string | null {
  const parts = [counted(results, 'result'), counted(messages, 'message')].filter(Boolean);
  return parts.length > 0 ? parts.join(' and ') : null;
}

function counted(count: number, word: string): string {
  if (count === 0) return '';
  return count === 1 ? `1 ${word}` : `${count} ${word}s`;
}
