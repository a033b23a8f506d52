type Bytes = Uint8Array<ArrayBuffer>;

/** A SHA-256 function: that of Web Crypto on a phone, that of Node on the server. */
export type Sha256 = (bytes: Bytes) => Promise<Bytes>;

/**
 * Each hashed message begins with a byte for its kind, so that messages of two kinds are never
 * equal.
 */
const TAG = { leaf: 0, node: 1, seed: 2, number: 3 } as const;

/**
 * How many ticket hashes are in memory at once. The number is a power of two, so that the root of
 * these hashes is a node of the whole tree.
 */
export const BLOCK_TICKETS = 1024;

/** The hash of a ticket as a leaf of the tree, made from the ticket's code (draw.md#the-tree). */
export function leafOf(code: string, sha256: Sha256): Promise<Bytes> {
  return sha256(joined([TAG.leaf], ascii(code)));
}

/**
 * The root over the hashes of a level. Without any hashes it is the SHA-256 of nothing
 * (draw.md#the-tree).
 */
export async function rootOf(hashes: readonly Bytes[], sha256: Sha256): Promise<Bytes> {
  let floor = hashes;
  while (floor.length > 1) floor = await floorAbove(floor, sha256);
  return floor[0] ?? sha256(new Uint8Array());
}

/**
 * The sibling hashes on the way from the hash at `index` to the root, the lowest first. A level
 * where the hash has no sibling adds no entry (draw.md#paths).
 */
export async function pathOf(
  hashes: readonly Bytes[],
  index: number,
  sha256: Sha256,
): Promise<Bytes[]> {
  const path: Bytes[] = [];
  let floor = hashes;
  for (let at = index; floor.length > 1; at = Math.floor(at / 2)) {
    const beside = floor[at % 2 === 0 ? at + 1 : at - 1];
    if (beside) path.push(beside);
    floor = await floorAbove(floor, sha256);
  }
  return path;
}

async function floorAbove(floor: readonly Bytes[], sha256: Sha256): Promise<Bytes[]> {
  const above: Bytes[] = [];
  for (let at = 0; at < floor.length; at += 2) {
    const [left, right] = [floor[at] as Bytes, floor[at + 1]];
    above.push(right ? await sha256(joined([TAG.node], left, right)) : left);
  }
  return above;
}

/**
 * The root, in hex, that a ticket's path leads to in a list of `tickets` tickets. It equals the
 * list's own root if the ticket is in the list at `index`. `null` if the index or the length of the
 * path does not fit the list (draw.md#paths).
 */
export async function rootOfPath(
  { code, index, path }: { code: string; index: number; path: readonly string[] },
  tickets: number,
  sha256: Sha256,
): Promise<string | null> {
  if (index >= tickets) return null;
  let hash = await leafOf(code, sha256);
  let used = 0;
  for (let [at, size] = [index, tickets]; size > 1; at = Math.floor(at / 2)) {
    const isAlone = at === size - 1 && at % 2 === 0;
    size = Math.ceil(size / 2);
    if (isAlone) continue;
    const beside = path[used];
    if (beside === undefined) return null;
    used += 1;
    const pair = at % 2 === 0 ? [hash, fromHex(beside)] : [fromHex(beside), hash];
    hash = await sha256(joined([TAG.node], ...pair));
  }
  return used === path.length ? toHex(hash) : null;
}

/** The hash of a seed, which is published before the draw. Both are in hex (draw.md#the-seed). */
export async function sealOf(seed: string, sha256: Sha256): Promise<string> {
  return toHex(await sha256(joined([TAG.seed], fromHex(seed))));
}

/** The inputs of a draw. Seed and root are in hex, and the figure is as it was published. */
export type DrawnFrom = { seed: string; figure: string; root: string; tickets: number };

/** How many numbers eight bytes can hold. The draw takes a number from eight bytes of a hash. */
const NUMBERS = 2n ** 64n;

/**
 * The indices of `count` different tickets, or of all tickets if there are fewer. The winner's
 * index comes first, then those of the reserves. Each ticket is equally likely
 * (draw.md#the-winner).
 */
export async function drawnTickets(
  { seed, figure, root, tickets, count }: DrawnFrom & { count: number },
  sha256: Sha256,
): Promise<number[]> {
  const drawn = new Set<number>();
  const among = BigInt(tickets);
  for (let turn = 0; drawn.size < Math.min(count, tickets); turn += 1) {
    const turnBytes = [turn >>> 24, turn >>> 16, turn >>> 8, turn];
    const parts = [fromHex(seed), fromHex(root), turnBytes, ascii(figure)];
    const hash = await sha256(joined([TAG.number], ...parts));
    const number = BigInt(`0x${toHex(hash.subarray(0, 8))}`);
    // Numbers from the last whole multiple of `among` on would favour the first tickets, so they
    // are skipped.
    if (number < NUMBERS - (NUMBERS % among)) drawn.add(Number(number % among));
  }
  return [...drawn];
}

/** The hexadecimal digits of bytes, two each. */
export function toHex(bytes: Bytes): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes of a text of hexadecimal digits. */
export function fromHex(hex: string): Bytes {
  return Uint8Array.from(hex.match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}

/** The bytes of an ASCII text. The contract and the operator's commands accept no other texts. */
function ascii(text: string): Bytes {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}

function joined(...parts: readonly (Bytes | readonly number[])[]): Bytes {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
