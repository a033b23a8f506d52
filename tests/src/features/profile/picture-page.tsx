import { fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { onTestFinished, vi } from 'vitest';
import { PictureHero, usePicture } from '../../../../src/features/profile/picture.tsx';
import { useSignedInPlayer } from '../../../../src/session/session.ts';
import { renderScreen } from '../../../support/render.tsx';

/** The edge of the square on the screen, in CSS pixels. */
export const EDGE = 300;

const JPEG = new Blob(['x'.repeat(38_000)], { type: 'image/jpeg' });

/** An opened photo of 900 by 600 pixels, with the drawing functions that jsdom lacks. */
export function aPhoto() {
  return {
    preview: { width: 900, height: 600, close: vi.fn() } as unknown as ImageBitmap,
    cut: vi.fn(async (_: unknown) => JPEG),
    close: vi.fn(),
  };
}

function Page() {
  const player = useSignedInPlayer();
  return <PictureHero player={player} picture={usePicture(player)} />;
}

/** The part of the profile with the picture. */
export function open() {
  const getContext = vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
  const width = vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(EDGE);
  onTestFinished(() => {
    getContext.mockRestore();
    width.mockRestore();
  });
  return renderScreen(<Page />);
}

export function choose(file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' })): void {
  const input = document.querySelector('input[type=file]') as HTMLInputElement;
  fireEvent.change(input, { target: { files: [file] } });
}

export const press = async (name: string) =>
  userEvent.click(await screen.findByRole('button', { name }));
