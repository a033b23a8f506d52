import { crc32, deflateSync } from 'node:zlib';

/** A part of a PNG, valid or not. */
export function chunk(type: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([word(data.length), named, word(crc32(named))]);
}

export const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Shape = {
  width: number;
  height: number;
  depth?: number;
  /** 0 grey, 2 colour, 3 palette, 4 grey and alpha, 6 colour and alpha. */
  colour?: number;
  isInterlaced?: boolean;
  /** The bytes of the pixels; black if not given. */
  data?: Buffer;
  /** Parts before and after the pixels. */
  before?: Buffer[];
  after?: Buffer[];
};

/** A PNG of one colour. */
export function png({ before = [], after = [], ...shape }: Shape): Buffer {
  const data = shape.data ?? deflateSync(Buffer.alloc(bytesOf(shape)));
  return Buffer.concat([
    SIGNATURE,
    header(shape),
    ...before,
    chunk('IDAT', data),
    ...after,
    chunk('IEND'),
  ]);
}

export function header({ width, height, depth = 8, colour = 2, isInterlaced }: Shape): Buffer {
  const rest = Buffer.from([depth, colour, 0, 0, isInterlaced ? 1 : 0]);
  return chunk('IHDR', Buffer.concat([word(width), word(height), rest]));
}

/** With a byte for each line's filter; more if passes have lines of their own. */
function bytesOf({ width, height, depth = 8, colour = 2, isInterlaced }: Shape): number {
  const line = Math.ceil((width * depth * (CHANNELS[colour] ?? 1)) / 8) + 1;
  return line * height * (isInterlaced ? 1.1 : 1) + (isInterlaced ? height * 8 : 0);
}

export function word(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
