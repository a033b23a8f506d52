import { createHash } from 'node:crypto';

// A second draw, written from docs/draw.md alone: it shares no line with the game.

function sha256(...parts: (Buffer | string | number[])[]): Buffer {
  const bytes = parts.map((part) =>
    typeof part === 'string' ? Buffer.from(part) : Buffer.from(part),
  );
  return createHash('sha256').update(Buffer.concat(bytes)).digest();
}

/** The root of RFC 6962 over sorted codes: it halves the list at a power of two. */
function rootOver(codes: readonly string[]): Buffer {
  if (codes.length === 0) return sha256();
  if (codes.length === 1) return sha256([0], codes[0] ?? '');
  const half = 2 ** Math.ceil(Math.log2(codes.length) - 1);
  return sha256([1], rootOver(codes.slice(0, half)), rootOver(codes.slice(half)));
}

export function secondRoot(codes: readonly string[]): string {
  return rootOver(codes).toString('hex');
}

/** The root that a path of RFC 6962 leads to. */
export function secondRootOfPath(
  { code, index, path }: { code: string; index: number; path: readonly string[] },
  tickets: number,
): string {
  const climb = (from: number, size: number, left: readonly string[]): Buffer => {
    if (size === 1) return sha256([0], code);
    const half = 2 ** Math.ceil(Math.log2(size) - 1);
    const beside = Buffer.from(left.at(-1) ?? '', 'hex');
    const below = left.slice(0, -1);
    return from < half
      ? sha256([1], climb(from, half, below), beside)
      : sha256([1], beside, climb(from - half, size - half, below));
  };
  return climb(index, tickets, path).toString('hex');
}

export function secondSeal(seed: string): string {
  return sha256([2], Buffer.from(seed, 'hex')).toString('hex');
}

/** The drawn codes, the winner's first. */
export function secondWinners(
  codes: readonly string[],
  { seed, figure, count }: { seed: string; figure: string; count: number },
): string[] {
  const root = rootOver(codes);
  const winners: string[] = [];
  const bound = 2n ** 64n - (2n ** 64n % BigInt(codes.length));
  for (let turn = 0; winners.length < Math.min(count, codes.length); turn += 1) {
    const turnBytes = Buffer.alloc(4);
    turnBytes.writeUInt32BE(turn);
    const hash = sha256([3], Buffer.from(seed, 'hex'), root, turnBytes, figure);
    const number = hash.readBigUInt64BE(0);
    if (number >= bound) continue;
    const code = codes[Number(number % BigInt(codes.length))] ?? '';
    if (!winners.includes(code)) winners.push(code);
  }
  return winners;
}
