/** The replacement for removed text. */
const OUT = '*';
/** The longest part of a text that is read. */
const READ_MAX = 1000;
const KEPT_MAX = 200;

/**
 * After these words an engine quotes a name of the code; any other quoted text may be a player's
 * typing.
 */
const NAMES_CODE =
  /(?:\((?:reading|setting) |Failed to (?:execute|read the|set the) |Failed to execute '\w+' on )$/;
const CODE_NAME = /^[A-Za-z_$][A-Za-z_$]{0,40}$/;

/**
 * The text of an error without anything that may identify the player: quoted texts, queries and
 * fragments of addresses, emails, tokens, five digits or more. At most 200 characters, printable
 * ASCII only (errors.md#client-reports). The phone does it before it sends, the server before it
 * stores.
 */
export function scrub(text: string): string {
  return (
    text
      .slice(0, READ_MAX)
      // Names come in any script, and no database accepts every character.
      .replace(/[^\x20-\x7e]+/g, ' ')
      .replace(/"[^"]*(?:"|$)/g, `"${OUT}"`)
      .replace(/`[^`]*(?:`|$)/g, `\`${OUT}\``)
      // Inside a word it is an apostrophe.
      .replace(/(^|[^\w'])'(.*?)(?:'(?!\w)|$)/g, (_found, before, quoted, at, whole) => {
        const isCode = CODE_NAME.test(quoted) && NAMES_CODE.test(whole.slice(0, at) + before);
        return `${before}'${isCode ? quoted : OUT}'`;
      })
      .replace(/\S*\s?(?:@|%40)\s?\S*/gi, OUT)
      .replace(/([\w/.-])[?#][^\s"'`<>()]+/g, '$1')
      .replace(/\b(bearer|round)\s+\S+/gi, `$1 ${OUT}`)
      .replace(
        /\b(\w*(?:token|secret|password|key|pin|otp|code|name|phone|msisdn))\s*[=:]\s*\S+/gi,
        `$1=${OUT}`,
      )
      .replace(/[\w-]{12,}/g, (word) => (isToken(word) ? OUT : word))
      .replace(/\d(?:[\s().+%/_-]{0,3}\d){4,}/g, OUT)
      .slice(0, KEPT_MAX)
      .trim()
  );
}

/** True for a token: words of code are long too, but have no digits and are shorter. */
function isToken(word: string): boolean {
  return /\d/.test(word) || word.length >= 32;
}
