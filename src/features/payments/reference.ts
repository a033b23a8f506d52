const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const LENGTH = 18;

/** Bytes from here on would make some letters likelier than others. */
const FAIR_BELOW = 256 - (256 % LETTERS.length);

/** What a payment is known by: `FOM-` and 18 random letters or digits (flows.md#card-payment). */
export function newReference(): string {
  let code = '';
  while (code.length < LENGTH) {
    const [byte = FAIR_BELOW] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < FAIR_BELOW) code += LETTERS[byte % LETTERS.length];
  }
  return `FOM-${code}`;
}
