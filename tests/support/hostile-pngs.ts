import { deflateSync } from 'node:zlib';
import { chunk, header, png, SIGNATURE, word } from './png.ts';

/** The outcome of a file that was sent as a picture. */
type Fate = 'drawn' | 'picture/invalid' | 'picture/too-large';

export type HostileFile = [what: string, bytes: Buffer, fate: Fate];

export const HTML = Buffer.from('<!doctype html><script>alert("secret")</script>');
export const ZIP = Buffer.from('PK\u0003\u0004\u0014\u0000secret');
const MANY = 100_000_000;

/** A png of each kind. */
export function hostilePngs(): HostileFile[] {
  const small = { width: 32, height: 32 };
  const plain = png(small);
  /** In place of pixels that are never read. */
  const data = Buffer.alloc(9);
  const zeros = deflateSync(Buffer.alloc(MANY));
  const named = (name: string, ...rest: Buffer[]) =>
    Buffer.concat([Buffer.from(`${name}\0\0`), ...rest]);
  const broken = Buffer.from(plain);
  broken.writeUInt8(broken.readUInt8(30) ^ 1, 30);
  const rotted = Buffer.from(plain);
  rotted.writeUInt8(rotted.readUInt8(45) ^ 255, 45);
  const frame = Buffer.concat([word(0), word(32), word(32), Buffer.alloc(8), Buffer.alloc(6)]);
  return [
    ['a png of 3.6 gigapixels', png({ width: 60_000, height: 60_000, data }), 'picture/too-large'],
    [
      'a png as large as can be said',
      png({ width: 2 ** 31 - 1, height: 2 ** 31 - 1, data }),
      'picture/invalid',
    ],
    [
      'a png larger than can be said',
      png({ width: 2 ** 32 - 1, height: 1, data }),
      'picture/invalid',
    ],
    ['a png of no pixels', png({ width: 0, height: 0, data }), 'picture/invalid'],
    [
      'a png a line above 16 megapixels',
      png({ width: 4000, height: 4001, colour: 0, data }),
      'picture/too-large',
    ],
    [
      'a png of 16 megapixels, 128 MB unpacked',
      png({ width: 4000, height: 4000, depth: 16, colour: 6 }),
      'drawn',
    ],
    [
      'an interlaced png of 128 MB unpacked',
      png({ width: 4000, height: 4000, depth: 16, colour: 6, isInterlaced: true, data }),
      'picture/too-large',
    ],
    [
      'an interlaced png of 32 MB unpacked',
      png({ width: 2000, height: 2000, depth: 16, colour: 6, isInterlaced: true }),
      'drawn',
    ],
    ['a png of one bit', png({ width: 4000, height: 4000, depth: 1, colour: 0 }), 'drawn'],
    ['a png of 16 bits', png({ ...small, depth: 16 }), 'drawn'],
    ['a png of a depth that there is not', png({ ...small, depth: 5 }), 'picture/invalid'],
    ['a png of a colour that there is not', png({ ...small, colour: 5 }), 'picture/invalid'],
    ['a palette without colours', png({ ...small, colour: 3 }), 'picture/invalid'],
    [
      'a png 1 wide and 100,000 high',
      png({ width: 1, height: 100_000, data }),
      'picture/too-large',
    ],
    [
      'a png 100,000 wide and 1 high',
      png({ width: 100_000, height: 1, data }),
      'picture/too-large',
    ],
    [
      'a png 16,000,000 wide and 1 high',
      png({ width: 16_000_000, height: 1, data }),
      'picture/too-large',
    ],
    [
      'a png 1 wide and 16,000,000 high',
      png({ width: 1, height: 16_000_000, colour: 0, data }),
      'picture/too-large',
    ],
    [
      'a png 16,000 wide and 1,000 high',
      png({ width: 16_000, height: 1000, depth: 16, colour: 6, data }),
      'picture/too-large',
    ],
    ['a png 10,000 wide and 1,600 high', png({ width: 10_000, height: 1600 }), 'drawn'],
    ['a png 2 wide and 16,000 high', png({ width: 2, height: 16_000 }), 'drawn'],
    [
      'half a png',
      png({ width: 500, height: 500, data: deflateSync(Buffer.alloc(500 * 700)) }).subarray(0, 300),
      'picture/invalid',
    ],
    [
      'a png of fewer lines than it says',
      png({ ...small, data: deflateSync(Buffer.alloc(97 * 9)) }),
      'picture/invalid',
    ],
    ['a png whose pixels unpack to far more', png({ ...small, data: zeros }), 'drawn'],
    [
      'a png without pixels',
      Buffer.concat([SIGNATURE, header(small), chunk('IEND')]),
      'picture/invalid',
    ],
    ['a png header alone', Buffer.concat([SIGNATURE, header(small)]), 'picture/invalid'],
    ['a png whose header was changed', broken, 'picture/invalid'],
    ['a png whose pixels were changed', rotted, 'picture/invalid'],
    [
      'a png with a part longer than the file',
      Buffer.concat([SIGNATURE, header(small), word(2 ** 31 - 1), Buffer.from('IDAT')]),
      'picture/invalid',
    ],
    [
      'a png whose text unpacks to 100 MB',
      png({ ...small, before: [chunk('zTXt', named('secret', zeros))] }),
      'drawn',
    ],
    [
      'a png whose profile unpacks to 100 MB',
      png({ ...small, before: [chunk('iCCP', named('secret', zeros))] }),
      'drawn',
    ],
    [
      'a png with nine such texts',
      png({
        ...small,
        before: Array.from({ length: 9 }, () => chunk('zTXt', named('secret', zeros))),
      }),
      'drawn',
    ],
    [
      'a png of 50,000 texts',
      png({
        ...small,
        before: Array.from({ length: 50_000 }, () =>
          chunk('tEXt', named('secret', Buffer.from('x'))),
        ),
      }),
      'drawn',
    ],
    [
      'a png that moves',
      png({
        ...small,
        before: [chunk('acTL', Buffer.concat([word(2), word(0)])), chunk('fcTL', frame)],
        after: [chunk('fdAT', Buffer.concat([word(2), deflateSync(Buffer.alloc(97 * 32))]))],
      }),
      'drawn',
    ],
    [
      'a png that is a page too',
      Buffer.concat([png({ ...small, before: [chunk('tEXt', named('secret', HTML))] }), HTML]),
      'drawn',
    ],
    ['a png that is an archive too', Buffer.concat([plain, ZIP]), 'drawn'],
    ['a png signature and noise', Buffer.concat([SIGNATURE, noise(2000)]), 'picture/invalid'],
  ];
}

/** The same each time. */
export function noise(length: number): Buffer {
  return Buffer.from(Array.from({ length }, (_, at) => (at * 7919 + (at >> 3) * 104_729) % 251));
}
