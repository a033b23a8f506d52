import {
  type Canvas,
  type Canvases,
  type Cut,
  cutPicture,
  openPicture,
  previewOf,
} from './picture-work.ts';
import type { PictureAnswer, PictureOrder } from './picture-worker.ts';

/** An opened picture: its preview, and a function that cuts a square out of it. */
export type OpenPicture = {
  preview: ImageBitmap;
  cut: (cut: Cut) => Promise<Blob>;
  /** Frees the picture's memory. */
  close: () => void;
};

/** Opens a picture in a worker, so that the page stays responsive; `null` if the file is no picture. */
export async function readPicture(file: Blob): Promise<OpenPicture | null> {
  const hasWorkers = 'OffscreenCanvas' in globalThis && 'Worker' in globalThis;
  return hasWorkers ? readInWorker(file) : readOnPage(file);
}

async function readInWorker(file: Blob): Promise<OpenPicture | null> {
  const worker = new Worker(new URL('./picture-worker.ts', import.meta.url), { type: 'module' });
  const ask = (order: PictureOrder) =>
    new Promise<PictureAnswer>((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<PictureAnswer>) => resolve(data);
      // The worker's code could not be fetched, or the worker ran out of memory.
      worker.onerror = () => resolve({});
      worker.postMessage(order);
    });
  const { preview } = await ask({ open: file });
  if (!preview) {
    worker.terminate();
    return null;
  }
  return {
    preview,
    cut: async (cut) => {
      const { jpeg } = await ask({ cut });
      if (!jpeg) throw new Error('The worker has cut nothing.');
      return jpeg;
    },
    close: () => {
      worker.terminate();
      preview.close();
    },
  };
}

/** Opens a picture on the page, because Safari before 16.4 cannot draw in a worker. */
async function readOnPage(file: Blob): Promise<OpenPicture | null> {
  const canvases: Canvases = {
    make: (width, height) => Object.assign(document.createElement('canvas'), { width, height }),
    toJpeg,
  };
  try {
    const copy = await openPicture(file, canvases);
    const preview = await previewOf(copy, canvases);
    return {
      preview,
      cut: (cut) => cutPicture(copy, cut, canvases),
      close: () => preview.close(),
    };
  } catch {
    return null;
  }
}

function toJpeg(canvas: Canvas, quality: number): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (jpeg: Blob | null) => (jpeg ? resolve(jpeg) : reject(new Error('No picture.')));
    (canvas as HTMLCanvasElement).toBlob(take, 'image/jpeg', quality);
  });
}
