/** What would move a terminal's cursor, colour it, type into it or turn its text round. */
const COMMANDS = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200e\u200f]/gu;

/** A line for a terminal: what others wrote into it is shown by its number, and obeyed by nothing. */
export function printable(line: string): string {
  return line.replaceAll(COMMANDS, (sign) => {
    const number = sign.codePointAt(0) ?? 0;
    return `\\u${number.toString(16).padStart(4, '0')}`;
  });
}
