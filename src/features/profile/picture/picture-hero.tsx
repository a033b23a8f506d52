import { useRef } from 'react';
import { Avatar } from '../../../components/avatar.tsx';
import { Button, IconButton } from '../../../components/button.tsx';
import { cx } from '../../../components/cx.ts';
import { Hero } from '../../../components/hero.tsx';
import { Stripes } from '../../../components/pitch.tsx';
import type { User } from '../../../contract/user.ts';
import { formatPhone } from '../../../rules/phone.ts';
import { playerName } from '../../../session/player-name.ts';
import { CropDialog } from './crop-dialog.tsx';
import styles from './picture-hero.module.css';
import type { usePicture } from './use-picture.ts';

type Props = { player: User; picture: ReturnType<typeof usePicture> };

/** The player's picture, the way to another one, and how far that has come. */
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
          // The same file may be chosen again.
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
