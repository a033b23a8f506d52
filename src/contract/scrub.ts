/** The replacement for removed text. */
const OUT = '*';
/** How many characters of a text are read at most. */
const READ_MAX = 1000;
const KEPT_MAX = 200;

/**
 * Matches the words after which a JavaScript engine quotes a name from the code. Any other quoted
 * text may have been typed by a player.
 */
const NAMES_CODE =
  /(?:\((?:reading|setting) |Failed to (?:execute|read the|set the) |Failed to execute '\w+' on )$/;
const CODE_NAME = /^[A-Za-z_$][A-Za-z_$]{0,40}$/;

/**
 * The text of an error without anything that may identify the player: quoted texts, queries and
 * fragments of addresses, emails, tokens, and five or more digits in a row. The result has at most
 * 200 characters, all of printable ASCII (errors.md#client-reports). The phone scrubs a text before
 * it sends it, and the server before it stores it.
 */
export function scrub(text: string): string {
  return (
    text
      .slice(0, READ_MAX)
      // Names may be in any script, and no database accepts every character.
      .replace(/[^\x20-\x7e]+/g, ' ')
      .replace(/"[^"]*(?:"|$)/g, `"${OUT}"`)
      .replace(/`[^`]*(?:`|$)/g, `\`${OUT}\``)
      // A quotation mark inside a word is an apostrophe.
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

/**
 * Whether a long word is a token. Words of the code can be long too, but they have no digits and
 * fewer than 32 characters.
 */
function isToken(word: string): boolean {
  return /\d/.test(word) || word.length >= 32;
}
