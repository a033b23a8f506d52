import { useEffect, useRef, useState } from 'react';
import { Avatar } from '../../components/avatar.tsx';
import { Button, cx, IconButton } from '../../components/button.tsx';
import { Hero, Stripes } from '../../components/marks.tsx';
import { toastError, toastSuccess } from '../../components/toast.ts';
import { putUser } from '../../contract/profile.ts';
import type { User } from '../../contract/user.ts';
import { isApiError, isPassing } from '../../lib/errors.ts';
import { newKey } from '../../lib/new-key.ts';
import { upload } from '../../lib/upload.ts';
import { formatPhone } from '../../rules/phone.ts';
import { readUsername } from '../../rules/players.ts';
import { playerCall } from '../../session/player-call.ts';
import { playerName } from '../../session/player-name.ts';
import { refreshPlayer } from '../../session/session.ts';
import { CropDialog } from './crop.tsx';
import styles from './picture.module.css';
import { type OpenPicture, readPicture } from './picture-desk.ts';
import type { Cut } from './picture-work.ts';

type Props = { player: User; picture: ReturnType<typeof usePicture> };

/** Shows the player's picture, the button to choose another, and the progress of sending that. */
export function PictureHero({ player, picture }: Props) {
  const { state, choose, use, send, cancel } = picture;
  const input = useRef<HTMLInputElement>(null);
  const isUnderWay = state.step === 'sending' || state.step === 'failed';

  return (
    <Hero label="Your picture" art={<Stripes />}>
      {state.step === 'sending' && (
        <SendingRow shown={state.sending.shown} bytes={state.sending.jpeg.size} part={state.part}>
          <Button size="sm" colour="night" onClick={cancel}>
            Cancel
          </Button>
        </SendingRow>
      )}
      {state.step === 'failed' && (
        <div className={cx('on-page', styles.row, styles.failed)} role="alert">
          <img src={state.sending.shown} alt="" className={styles.sent} />
          <b className={styles.how}>Not sent. Try again</b>
          <Button size="sm" onClick={() => void send(state.sending)}>
            Try again
          </Button>
          <Button size="sm" colour="line" onClick={cancel}>
            Cancel
          </Button>
        </div>
      )}
      {!isUnderWay && (
        <>
          <div className={styles.me}>
            <Avatar id={player.id} name={playerName(player)} image={player.image} size="xl" />
            <IconButton
              icon="camera"
              aria-label="Change picture"
              aria-busy={state.step === 'reading' || undefined}
              className={styles.change}
              onClick={() => input.current?.click()}
            />
          </div>
          <p className={styles.phone}>{player.phone && formatPhone(player.phone)}</p>
        </>
      )}
      <input
        ref={input}
        type="file"
        hidden
        aria-label="Picture"
        accept="image/png,image/jpeg"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // Without this, choosing the same file again would cause no change event.
          target.value = '';
          if (file) void choose(file);
        }}
      />
      {state.step === 'cropping' && (
        <CropDialog
          preview={state.open.preview}
          isBusy={state.isBusy}
          onUse={(cut) => void use(state.open, cut)}
          onClose={cancel}
        />
      )}
    </Hero>
  );
}

type RowProps = { shown: string; bytes: number; part: number; children: React.ReactNode };

function SendingRow({ shown, bytes, part, children }: RowProps) {
  const percent = Math.round(part * 100);
  const inKb = (count: number) => Math.ceil(count / 1000);
  return (
    <div className={styles.row}>
      <img src={shown} alt="" className={styles.sent} />
      <div className={styles.how}>
        <p>Sending your picture</p>
        <p className={styles.bytes}>
          {inKb(bytes * part)} of {inKb(bytes)} KB
        </p>
        <div
          className={styles.meter}
          role="progressbar"
          aria-label="Sending your picture"
          aria-valuenow={percent}
          aria-valuemin={0}
          aria-valuemax={100}
        >
          <i style={{ transform: `translateX(${percent - 100}%)` }} />
        </div>
      </div>
      {children}
    </div>
  );
}

/** The largest file that is opened, in bytes. Phones' photos are smaller, and more could fill the memory. */
const FILE_BYTES_MAX = 30_000_000;

/** The types of file that the page accepts. The type is empty on some phones. */
const TYPES = ['image/png', 'image/jpeg', ''];

const UNREADABLE = 'We cannot read this picture. Choose another one.';
const NO_PICTURE = 'Choose a picture: png or jpg.';
const TOO_LARGE = 'This picture is too large. Choose one of at most 30 MB.';

/** A square that is being sent. All tries have the same key, so that it counts once. */
type Sending = { jpeg: Blob; shown: string; key: string };

type PictureState =
  | { step: 'none' }
  | { step: 'reading' }
  | { step: 'cropping'; open: OpenPicture; isBusy: boolean }
  /** `part` is the part that has been sent, from 0 to 1. */
  | { step: 'sending'; sending: Sending; part: number }
  | { step: 'failed'; sending: Sending };

/** Chooses, cuts and sends a new profile picture (profile.md#profile-picture). */
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

  // Leaving the page cancels the picture, as the Cancel button does.
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
    // The player has closed this picture meanwhile.
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
      // No message: the player cancelled, or a 401 signed them out, which the guard of the routes reports.
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

/** Gives the picture as a `data:` address, because the page's security policy does not allow `blob:`. */
function asAddress(jpeg: Blob): Promise<string> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve('');
    reader.readAsDataURL(jpeg);
  });
}

type UploadState = { key: string; signal: AbortSignal; onProgress: (part: number) => void };

/** Sends a player's picture, once for a key, and gives the server's answer. Throws the errors of `upload`. */
async function sendPicture(
  { name }: Pick<User, 'name'>,
  picture: Blob,
  { key, signal, onProgress }: UploadState,
): Promise<string> {
  const nickname = readUsername(name ?? '');
  const body = {
    // An API may require the name with each change and still keep the contract.
    ...(nickname && { name: nickname }),
    image: picture,
    imageName: 'picture.jpg',
  };
  const { data, meta, message } = await playerCall(
    putUser,
    { body, key, signal },
    (endpoint, options) => upload(endpoint, options, onProgress),
  );
  refreshPlayer(data, meta?.token);
  return message || 'Profile updated';
}
