import { gzipSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import { type HostileFile, HTML, hostilePngs, noise, ZIP } from './hostile-pngs.ts';

/** Texts that no served picture may hold. */
export const SECRETS = ['Exif', 'GPS', 'script', 'PK\u0003\u0004', 'secret'];

const SVG = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
const GPS = {
  IFD0: { Make: 'secret' },
  IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '6/1 27/1 0/1', GPSLongitudeRef: 'E' },
};

/** Half red, half blue, so that a rotation is visible. */
export function photo(width = 60, height = 40): Sharp {
  const blue = { create: { width, height: height / 2, channels: 3 as const, background: '#00f' } };
  const red = { width, height, channels: 3 as const, background: '#f00' };
  return sharp({ create: red }).composite([{ input: blue, gravity: 'south' }]);
}

/** Harmful or suspicious files, and the outcome of each. */
export async function hostilePictures(): Promise<HostileFile[]> {
  return [...hostilePngs(), ...(await jpegs()), ...(await others())];
}

async function jpegs(): Promise<HostileFile[]> {
  const plain = await photo().jpeg().toBuffer();
  const located = photo().withExif(GPS).withMetadata({ orientation: 6 });
  const progressive = (side: number) => photo(side, side).jpeg({ progressive: true }).toBuffer();
  const scans = await photo(200, 200).jpeg({ progressive: true }).toBuffer();
  const lastScan = scans.subarray(scans.lastIndexOf(Buffer.from([0xff, 0xda])), -2);
  const end = Buffer.from([0xff, 0xd9]);
  return [
    [
      'a jpeg that says where it was taken',
      await located.clone().withExifMerge(GPS).jpeg().toBuffer(),
      'drawn',
    ],
    ['a jpeg of four inks', await photo().toColourspace('cmyk').jpeg().toBuffer(), 'drawn'],
    [
      'a large jpeg of four inks',
      await photo(4000, 4000).toColourspace('cmyk').jpeg({ quality: 30 }).toBuffer(),
      'drawn',
    ],
    ['a grey jpeg', await photo().greyscale().jpeg().toBuffer(), 'drawn'],
    [
      'a jpeg of 16 megapixels, to be turned',
      await photo(4000, 4000)
        .withMetadata({ orientation: 6 })
        .jpeg({ chromaSubsampling: '4:4:4' })
        .toBuffer(),
      'drawn',
    ],
    ['a progressive jpeg of 16 megapixels', await progressive(4000), 'picture/too-large'],
    ['a progressive jpeg of 4 megapixels', await progressive(2000), 'drawn'],
    [
      'a jpeg of a thousand scans',
      Buffer.concat([scans.subarray(0, -2), ...Array.from({ length: 1000 }, () => lastScan), end]),
      'picture/invalid',
    ],
    ['half a jpeg', (await photo(400, 400).jpeg().toBuffer()).subarray(0, 700), 'picture/invalid'],
    ['a jpeg header alone', plain.subarray(0, 20), 'picture/invalid'],
    ['a jpeg that says it has 4 gigapixels', sized(plain, 65_500, 65_500), 'picture/too-large'],
    ['a jpeg that says it has 16 megapixels', sized(plain, 4000, 4000), 'drawn'],
    ['a jpeg of no pixels', sized(plain, 0, 0), 'picture/invalid'],
    [
      'a jpeg that is a page too',
      Buffer.concat([plain.subarray(0, 2), segment(0xfe, HTML), plain.subarray(2), HTML]),
      'drawn',
    ],
    ['a jpeg that is an archive too', Buffer.concat([plain, ZIP]), 'drawn'],
    [
      'a jpeg with a colour profile of noise',
      Buffer.concat([
        plain.subarray(0, 2),
        segment(0xe2, Buffer.concat([Buffer.from('ICC_PROFILE\0\u0001\u0001'), noise(4000)])),
        plain.subarray(2),
      ]),
      'drawn',
    ],
    [
      'a jpeg with a colour profile of 2 MB in 30 parts',
      Buffer.concat([
        plain.subarray(0, 2),
        ...Array.from({ length: 30 }, (_, at) =>
          segment(
            0xe2,
            Buffer.concat([
              Buffer.from(`ICC_PROFILE\0`),
              Buffer.from([at + 1, 30]),
              Buffer.alloc(64_000, 'secret'),
            ]),
          ),
        ),
        plain.subarray(2),
      ]),
      'drawn',
    ],
    [
      'a jpeg that is a pdf too',
      Buffer.concat([
        plain.subarray(0, 2),
        segment(0xfe, Buffer.from('%PDF-1.7 secret')),
        plain.subarray(2),
      ]),
      'drawn',
    ],
    [
      'a jpeg that is two',
      Buffer.concat([plain, await photo(3000, 3000).jpeg().toBuffer()]),
      'drawn',
    ],
    ['a jpeg 65,500 high and 1 wide', sized(plain, 1, 65_500), 'picture/too-large'],
    [
      'a jpeg with Exif of noise',
      Buffer.concat([
        plain.subarray(0, 2),
        segment(0xe1, Buffer.concat([Buffer.from('Exif\0\0II*\0'), noise(4000)])),
        plain.subarray(2),
      ]),
      'drawn',
    ],
    [
      'a jpeg of 1.9 MB of notes',
      Buffer.concat([
        plain.subarray(0, 2),
        ...Array.from({ length: 30 }, () => segment(0xe1, Buffer.alloc(64_000, 'secret'))),
        plain.subarray(2),
      ]),
      'drawn',
    ],
    [
      'a jpeg of more than 2 MB',
      Buffer.concat([plain, Buffer.alloc(2 * 1024 * 1024)]),
      'picture/too-large',
    ],
    [
      'a jpeg start and noise',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), noise(2000)]),
      'picture/invalid',
    ],
    [
      'a jpeg start and a drawing',
      Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), SVG]),
      'picture/invalid',
    ],
  ];
}

async function others(): Promise<HostileFile[]> {
  const frames = [await photo().png().toBuffer(), await photo().negate().png().toBuffer()];
  const moving = sharp(frames, { join: { animated: true } });
  const files: [string, Buffer][] = [
    ['nothing', Buffer.alloc(0)],
    ['one byte', Buffer.from([0xff])],
    ['a gif', await photo().gif().toBuffer()],
    ['a gif that is a script too', Buffer.from('GIF89a=1;alert("secret")')],
    ['a webp', await photo().webp().toBuffer()],
    ['a webp that moves', await moving.webp().toBuffer()],
    ['a gif that moves', await moving.gif().toBuffer()],
    ['a tiff', await photo().tiff().toBuffer()],
    ['an avif', await photo().avif().toBuffer()],
    ['an svg', SVG],
    ['a packed svg', gzipSync(SVG)],
    ['a page', HTML],
    ['an archive', ZIP],
    ['a pdf', Buffer.from('%PDF-1.7\n')],
    ['a bitmap', Buffer.concat([Buffer.from('BM'), noise(500)])],
    ['an icon', Buffer.concat([Buffer.from([0, 0, 1, 0, 1, 0]), noise(500)])],
    ['a program for ImageMagick', Buffer.from('push graphic-context\nimage over 0,0 0,0 "|id"')],
  ];
  return files.map(([what, bytes]) => [what, bytes, 'picture/invalid']);
}

/** A jpeg that claims another size. */
function sized(jpeg: Buffer, width: number, height: number): Buffer {
  const changed = Buffer.from(jpeg);
  const at = changed.indexOf(Buffer.from([0xff, 0xc0]));
  changed.writeUInt16BE(height, at + 5);
  changed.writeUInt16BE(width, at + 7);
  return changed;
}

function segment(marker: number, data: Buffer): Buffer {
  const start = Buffer.from([0xff, marker, 0, 0]);
  start.writeUInt16BE(data.length + 2, 2);
  return Buffer.concat([start, data]);
}
