import { useEffect, useRef, useState } from 'react';
import { toastError, toastSuccess } from '../../../components/toast.ts';
import type { User } from '../../../contract/user.ts';
import { isApiError, isPassing } from '../../../lib/errors.ts';
import { newKey } from '../../../lib/new-key.ts';
import { sendPicture } from '../api/send-picture.ts';
import type { Cut } from './crop.ts';
import { type OpenPicture, readPicture } from './picture-desk.ts';

/** A file of more bytes is no photo of a phone: it would fill its memory. */
const FILE_BYTES_MAX = 30_000_000;

/** What the page takes; some phones name no type at all. */
const TYPES = ['image/png', 'image/jpeg', ''];

const UNREADABLE = 'We cannot read this picture. Choose another one.';
const NO_PICTURE = 'Choose a picture: png or jpg.';
const TOO_LARGE = 'This picture is too large. Choose one of at most 30 MB.';

/** A square that is sent; its key makes it count once, however often it is tried. */
type Sending = { jpeg: Blob; shown: string; key: string };

export type PictureState =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'cropping'; open: OpenPicture; isBusy: boolean }
  /** `part` from 0 to 1. */
  | { step: 'sending'; sending: Sending; part: number }
  | { step: 'failed'; sending: Sending };

/** A picture on its way from the phone to the profile (flows.md#profile-picture). */
export function usePicture(player: User) {
  const [state, setState] = useState<PictureState>({ step: 'none' });
  const opened = useRef<OpenPicture>(null);
  const abort = useRef<AbortController>(null);

  function end() {
    opened.current?.close();
    opened.current = null;
    abort.current?.abort();
    abort.current = null;
  }

  // Whoever leaves the page gives the picture up, as with Cancel.
  useEffect(() => {
    return () => {
      opened.current?.close();
      opened.current = null;
      abort.current?.abort();
    };
  }, []);

  function cancel() {
    end();
    setState({ step: 'none' });
  }

  async function choose(file: File) {
    end();
    if (!TYPES.includes(file.type)) return toastError(NO_PICTURE);
    if (file.size > FILE_BYTES_MAX) return toastError(TOO_LARGE);
    const turn = new AbortController();
    abort.current = turn;
    setState({ step: 'reading' });
    const open = await readPicture(file);
    if (turn.signal.aborted) return open?.close();
    if (!open) {
      toastError(UNREADABLE);
      return setState({ step: 'none' });
    }
    opened.current = open;
    setState({ step: 'cropping', open, isBusy: false });
  }

  async function use(open: OpenPicture, cut: Cut) {
    setState({ step: 'cropping', open, isBusy: true });
    const sending = await makeSending(open, cut).catch(() => null);
    // Closed meanwhile.
    if (opened.current !== open) return;
    end();
    if (sending) return send(sending);
    toastError(UNREADABLE);
    setState({ step: 'none' });
  }

  async function send(sending: Sending) {
    const turn = new AbortController();
    abort.current = turn;
    const { signal } = turn;
    const onProgress = (part: number) => setState({ step: 'sending', sending, part });
    onProgress(0);
    try {
      const { key, jpeg } = sending;
      const message = await sendPicture(player, jpeg, { key, signal, onProgress });
      if (signal.aborted) return;
      toastSuccess(message);
      setState({ step: 'none' });
    } catch (error) {
      // Cancelled, or signed out: the guard says so.
      if (signal.aborted || (isApiError(error) && error.status === 401)) return;
      if (isPassing(error)) return setState({ step: 'failed', sending });
      toastError(isApiError(error) ? error.message : UNREADABLE);
      setState({ step: 'none' });
    }
  }

  return { state, choose, use, send, cancel };
}

async function makeSending(open: OpenPicture, cut: Cut): Promise<Sending> {
  const jpeg = await open.cut(cut);
  return { jpeg, shown: await asAddress(jpeg), key: newKey() };
}

/** The picture as an address that the page may show: its policy allows `data:`, not `blob:`. */
function asAddress(jpeg: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(jpeg);
  });
}
