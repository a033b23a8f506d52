import {
  type Canvas,
  type Canvases,
  type Cut,
  cutPicture,
  openPicture,
  previewOf,
} from './picture-work.ts';

/** The page's orders: first a file to open, then squares to cut out of it. */
export type PictureOrder = { open: Blob } | { cut: Cut };

/** The worker's answer. If it is empty, the file is no picture or the phone has too little memory. */
export type PictureAnswer = { preview?: ImageBitmap; jpeg?: Blob };

const canvases: Canvases = {
  make: (width, height) => new OffscreenCanvas(width, height),
  toJpeg: (canvas, quality) =>
    (canvas as OffscreenCanvas).convertToBlob({ type: 'image/jpeg', quality }),
};

let opened: Canvas | null = null;

addEventListener('message', ({ data }: MessageEvent<PictureOrder>) => {
  carryOut(data).then(
    (answer) => {
      postMessage(answer, { transfer: answer.preview ? [answer.preview] : [] });
    },
    () => postMessage({} satisfies PictureAnswer),
  );
});

async function carryOut(order: PictureOrder): Promise<PictureAnswer> {
  if ('open' in order) {
    opened = await openPicture(order.open, canvases);
    return { preview: await previewOf(opened, canvases) };
  }
  if (!opened) return {};
  return { jpeg: await cutPicture(opened, order.cut, canvases) };
}
