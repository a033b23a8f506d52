import type { Page } from 'playwright/test';

/** A photo's size as a phone of twelve megapixels takes it. */
const TWELVE_MEGAPIXELS = { width: 4000, height: 3000 };

/**
 * Chooses a photo on the profile that was taken with the phone on its side: red on the left and
 * blue on the right as it is stored, red above and blue below as it is seen. Gives its size in
 * bytes.
 */
export async function choosePhoto(page: Page, size = TWELVE_MEGAPIXELS): Promise<number> {
  await page.locator('input[type=file]').waitFor({ state: 'attached' });
  return page.evaluate(async ({ width, height }) => {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d') as CanvasRenderingContext2D;
    pen.fillStyle = 'red';
    pen.fillRect(0, 0, width / 2, height);
    pen.fillStyle = 'blue';
    pen.fillRect(width / 2, 0, width / 2, height);
    // Grain, as in every photo.
    for (let speck = 0; speck < 20_000; speck++) {
      pen.fillStyle = `rgb(255 255 255 / ${(speck % 7) / 20})`;
      pen.fillRect((speck * 7919) % width, (speck * 104_729) % height, 9, 9);
    }
    const jpeg = await new Promise<Blob>((resolve) =>
      canvas.toBlob((blob) => resolve(blob as Blob), 'image/jpeg', 0.9),
    );
    // A camera's data after the first two bytes: rotate by a quarter to the right (6).
    const turned = [
      0xff, 0xe1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x4d, 0x4d, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12,
      0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
    ];
    const photo = [jpeg.slice(0, 2), new Uint8Array(turned), jpeg.slice(2)];
    const files = new DataTransfer();
    const file = new File(photo, 'photo.jpg', { type: 'image/jpeg' });
    files.items.add(file);
    const input = document.querySelector<HTMLInputElement>('input[type=file]');
    if (!input) throw new Error('Nothing asks for a picture.');
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    return file.size;
  }, size);
}

/** The colours at the top and bottom centre of an image's picture, from its pixels. */
export function coloursOf(page: Page, selector: string) {
  return page.locator(selector).evaluate(async (shown: HTMLImageElement) => {
    await shown.decode();
    const { naturalWidth: width, naturalHeight: height } = shown;
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const pen = canvas.getContext('2d');
    pen?.drawImage(shown, 0, 0);
    const at = (part: number) => {
      const [red = 0, , blue = 0] = pen?.getImageData(width / 2, height * part, 1, 1).data ?? [];
      return red > blue ? 'red' : 'blue';
    };
    return { width, height, above: at(0.15), below: at(0.85) };
  });
}
