import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { readPicture } from '../../../../src/features/profile/picture-desk.ts';
import { currentSession } from '../../../../src/session/session.ts';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer, held } from '../../../support/fake-api.ts';
import { signIn } from '../../../support/render.tsx';
import { aPhoto, choose, open, press } from './picture-page.tsx';

vi.mock('../../../../src/features/profile/picture-desk.ts', () => ({
  readPicture: vi.fn(),
}));

const IMAGE = `${'a'.repeat(32)}.jpg`;

const DONE: Answer = {
  raw: JSON.stringify({ status: true, data: aUser({ image: IMAGE }), message: 'Profile updated' }),
};

let photo: ReturnType<typeof aPhoto>;

beforeEach(() => {
  signIn();
  photo = aPhoto();
  vi.mocked(readPicture).mockReset().mockResolvedValue(photo);
});

const change = () => screen.queryByRole('button', { name: 'Change picture' });

const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');

/** Chooses a photo, and uses it as it is. */
async function use() {
  open();
  choose();
  await press('Use picture');
}

describe('a picture on its way', () => {
  test('says how far it has come, and is the player’s when it is there', async () => {
    const { answer: later, release } = held(DONE);
    const seen = answer('put', 'user', later);
    const progress = vi.spyOn(XMLHttpRequest.prototype, 'send').mockImplementationOnce(function (
      this: XMLHttpRequest,
      form,
    ) {
      const part = { lengthComputable: true, loaded: 20_000, total: 40_000 };
      this.upload.dispatchEvent(new ProgressEvent('progress', part));
      progress.mockRestore();
      this.send(form);
    });
    await use();
    const bar = await screen.findByRole('progressbar', { name: 'Sending your picture' });
    await waitFor(() => expect(bar.getAttribute('aria-valuenow')).not.toBe('0'));
    expect(screen.getByText(/^\d+ of 38 KB$/)).toBeTruthy();
    expect(change()).toBeNull();
    await waitFor(() => expect(seen).toHaveLength(1));
    await release();
    await screen.findByText('Profile updated');
    expect(currentSession().user).toMatchObject({ image: IMAGE });
    expect(change()).toBeTruthy();
    expect(seen[0]?.body).toMatchObject({ name: 'Ada', imageName: 'picture.jpg' });
    expect(photo.close).toHaveBeenCalled();
  });

  test('can be cancelled: the old one stays, and another is another sending', async () => {
    const seen = answer('put', 'user', held(DONE).answer, DONE);
    await use();
    await waitFor(() => expect(seen).toHaveLength(1));
    await press('Cancel');
    expect(change()).toBeTruthy();
    expect(currentSession().user).toMatchObject({ image: null });
    choose();
    await press('Use picture');
    await screen.findByText('Profile updated');
    expect(screen.queryByRole('alert')).toBeNull();
    expect(new Set(seen.map(keyOf)).size).toBe(2);
  });
});

/** Holds the last step before a picture is sent; gives the function that continues it, once reached. */
function holdReader(): Promise<() => Promise<unknown>> {
  const { readAsDataURL } = FileReader.prototype;
  const asked = Promise.withResolvers<() => Promise<unknown>>();
  vi.spyOn(FileReader.prototype, 'readAsDataURL').mockImplementationOnce(function (
    this: FileReader,
    blob,
  ) {
    asked.resolve(() => {
      const isRead = new Promise((resolve) => this.addEventListener('loadend', resolve));
      readAsDataURL.call(this, blob);
      return isRead;
    });
  });
  return asked.promise;
}

describe('while a picture is made ready', () => {
  test('Cancel keeps it from being sent', async () => {
    const held = holdReader();
    await use();
    const goOn = await held;
    await press('Cancel');
    await act(goOn);
    expect(change()).toBeTruthy();
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  test('leaving the page keeps it from being sent', async () => {
    const held = holdReader();
    const sent = vi.spyOn(XMLHttpRequest.prototype, 'send');
    onTestFinished(() => sent.mockRestore());
    const { unmount } = open();
    choose();
    await press('Use picture');
    const goOn = await held;
    unmount();
    await act(goOn);
    expect(sent).not.toHaveBeenCalled();
  });
});

describe('a picture that is lost on its way', () => {
  test.each<[string, Answer]>([
    ['without an answer', 'no answer'],
    ['at a server that fails', { status: 503, code: 'server/unavailable' }],
  ])('%s is sent again under its key', async (_what, failure) => {
    const seen = answer('put', 'user', failure, DONE);
    await use();
    expect((await screen.findByRole('alert')).textContent).toContain('Not sent. Try again');
    await press('Try again');
    await screen.findByText('Profile updated');
    expect(seen.map(keyOf)).toEqual([keyOf(seen[0] as never), keyOf(seen[0] as never)]);
    expect(screen.queryByRole('alert')).toBeNull();
  });

  test('can be given up', async () => {
    answer('put', 'user', 'no answer');
    await use();
    await screen.findByText('Not sent. Try again');
    await press('Cancel');
    expect(screen.queryByText('Not sent. Try again')).toBeNull();
    expect(change()).toBeTruthy();
  });
});

test.each([
  [413, 'picture/too-large', 'This picture is too large.'],
  [422, 'picture/invalid', 'This is no picture.'],
])('one that the server refuses with %i %s is told in its words', async (status, code, message) => {
  answer('put', 'user', { status, code, message });
  await use();
  await screen.findByText(message);
  expect(change()).toBeTruthy();
});

describe('what is no picture for us', () => {
  const large = () => {
    const file = new File(['x'], 'photo.jpg', { type: 'image/jpeg' });
    Object.defineProperty(file, 'size', { value: 30_000_001 });
    return file;
  };

  test.each([
    [
      'an animation',
      () => new File(['x'], 'a.gif', { type: 'image/gif' }),
      'Choose a picture: png or jpg.',
    ],
    [
      'a document',
      () => new File(['x'], 'a.jpg', { type: 'application/pdf' }),
      'Choose a picture: png or jpg.',
    ],
    ['30 MB and more', large, 'This picture is too large. Choose one of at most 30 MB.'],
  ])('%s is said at once, and not opened', async (_what, file, text) => {
    open();
    choose(file());
    await screen.findByText(text);
    expect(readPicture).not.toHaveBeenCalled();
    expect(change()).toBeTruthy();
  });

  test.each(['image/png', 'image/jpeg', ''])('a file of the type "%s" is opened', async (type) => {
    open();
    choose(new File(['x'], 'photo', { type }));
    await screen.findByRole('dialog', { name: 'Move and zoom' });
  });

  test('what cannot be read is said', async () => {
    vi.mocked(readPicture).mockResolvedValue(null);
    open();
    choose();
    await screen.findByText('We cannot read this picture. Choose another one.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(change()?.getAttribute('aria-busy')).toBeNull();
  });

  test('what cannot be cut is said', async () => {
    photo.cut.mockRejectedValue(new Error('No memory.'));
    await use();
    await screen.findByText('We cannot read this picture. Choose another one.');
    expect(change()).toBeTruthy();
  });
});

test('of two pictures that are chosen the last one counts', async () => {
  const first = Promise.withResolvers<ReturnType<typeof aPhoto>>();
  vi.mocked(readPicture).mockReturnValueOnce(first.promise);
  const late = aPhoto();
  open();
  choose();
  choose();
  await screen.findByRole('dialog', { name: 'Move and zoom' });
  first.resolve(late);
  await waitFor(() => expect(late.close).toHaveBeenCalled());
  expect(photo.close).not.toHaveBeenCalled();
});

test('whoever leaves the page gives the picture up', async () => {
  const { unmount } = open();
  choose();
  await screen.findByRole('dialog', { name: 'Move and zoom' });
  unmount();
  expect(photo.close).toHaveBeenCalled();
});
