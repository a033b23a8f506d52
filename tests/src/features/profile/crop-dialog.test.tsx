import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { readPicture } from '../../../../src/features/profile/picture-desk.ts';
import { answer } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { aPhoto, choose, EDGE, open, press } from './picture-page.tsx';

vi.mock('../../../../src/features/profile/picture-desk.ts', () => ({
  readPicture: vi.fn(),
}));

/** The part of the 900 by 600 photo that is cut out if the player does not move it. */
const WHOLE = { left: 150, top: 0, side: 600, turns: 0 };
/** Pixels of the photo for one on the screen. */
const SCALE = WHOLE.side / EDGE;

let photo: ReturnType<typeof aPhoto>;
let sent: ReturnType<typeof answer>;

beforeEach(async () => {
  signIn();
  photo = aPhoto();
  vi.mocked(readPicture).mockResolvedValue(photo);
  sent = answer('put', 'user', { status: 422, code: 'picture/invalid', message: 'Seen.' });
  open();
  choose();
  await screen.findByRole('dialog', { name: 'Move and zoom' });
});

const view = () => screen.getByRole('group', { name: /^Your picture/ });
const slider = () => screen.getByRole<HTMLInputElement>('slider', { name: 'Zoom' });

/** The part that 'Use picture' cuts out. */
async function cut() {
  await press('Use picture');
  await screen.findByText('Seen.');
  return photo.cut.mock.calls[0]?.[0];
}

const down = (pointerId: number, clientX: number, clientY = 0) =>
  fireEvent.pointerDown(view(), { pointerId, clientX, clientY });
const move = (pointerId: number, clientX: number, clientY = 0) =>
  fireEvent.pointerMove(view(), { pointerId, clientX, clientY });

test('a picture that nobody moves is cut in its middle', async () => {
  expect(await cut()).toEqual(WHOLE);
});

test.each([
  ['{ArrowRight}', -8],
  ['{ArrowLeft}', 8],
  ['{Shift>}{ArrowRight}{/Shift}', -32],
  ['{Shift>}{ArrowLeft}{/Shift}{ArrowLeft}', 40],
])('the keys %s move it by %i pixels of the screen', async (keys, pixels) => {
  view().focus();
  await userEvent.keyboard(keys);
  expect(await cut()).toEqual({ ...WHOLE, left: WHOLE.left + pixels * SCALE });
});

test('up and down move it where there is more to see, and never off it', async () => {
  fireEvent.change(slider(), { target: { value: '2' } });
  view().focus();
  await userEvent.keyboard('{ArrowUp}{Shift>}{ArrowLeft>30/}{/Shift}');
  expect(await cut()).toEqual({ left: 600, top: 158, side: 300, turns: 0 });
});

test('a finger drags it, until it is lifted', async () => {
  move(1, 500);
  down(1, 100);
  move(1, 130);
  fireEvent.pointerUp(view(), { pointerId: 1 });
  move(1, 200);
  expect(await cut()).toEqual({ ...WHOLE, left: WHOLE.left - 30 * SCALE });
});

test('two fingers zoom it as they part, and move it by half of what each moves', async () => {
  down(1, 100, 100);
  down(2, 200, 100);
  move(2, 300, 100);
  expect(slider().value).toBe('2');
  expect(await cut()).toEqual({ left: 250, top: 150, side: 300, turns: 0 });
});

test('a finger that the phone takes away drags no more', async () => {
  down(1, 100);
  fireEvent.pointerCancel(view(), { pointerId: 1 });
  move(1, 200);
  expect(await cut()).toEqual(WHOLE);
});

test('the slider zooms it, from 1 to 4 times, and says so', async () => {
  expect(slider().getAttribute('aria-valuetext')).toBe('1 times');
  expect([slider().min, slider().max]).toEqual(['1', '4']);
  fireEvent.change(slider(), { target: { value: '2.5' } });
  expect(slider().getAttribute('aria-valuetext')).toBe('2.5 times');
  expect(await cut()).toEqual({ left: 330, top: 180, side: 240, turns: 0 });
});

test('the two signs zoom it by a quarter, and no further than it goes', async () => {
  await press('Smaller');
  expect(slider().value).toBe('1');
  await press('Bigger');
  await press('Bigger');
  expect(slider().value).toBe('1.5');
  await press('Smaller');
  expect(await cut()).toEqual({ left: 210, top: 60, side: 480, turns: 0 });
});

test('it turns by a quarter', async () => {
  await press('Turn the picture');
  expect(await cut()).toEqual({ left: 0, top: 150, side: 600, turns: 1 });
});

test.each(['Cancel', 'Close'])('%s keeps the old picture, and sends nothing', async (name) => {
  await press(name);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(photo.close).toHaveBeenCalled();
  expect(screen.getByRole('button', { name: 'Change picture' })).toBeTruthy();
  expect(photo.cut).not.toHaveBeenCalled();
  expect(sent).toHaveLength(0);
});
