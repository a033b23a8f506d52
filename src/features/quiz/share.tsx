import { useState } from 'react';
import { Button, ButtonLink } from '../../components/button.tsx';
import { ChoiceDialog } from '../../components/choice-dialog.tsx';
import { toastError } from '../../components/toast.ts';
import type { SavedRound } from '../../round/store.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import type { Answered } from './review.tsx';
import styles from './share.module.css';
import { drawCard, type Shared, shareText } from './share-card.ts';

/**
 * The row of squares in the text. A screen reader skips it, because the line after it says the same
 * in words.
 */
const SQUARES = /^\p{Extended_Pictographic}+\n$/u;

type Props = { text: string; onClose: () => void };

/** The dialog for browsers without a share sheet. WhatsApp comes first, a copy last (links.md#share). */
export function ShareDialog({ text, onClose }: Props) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null);

  async function copy() {
    // `navigator.clipboard` is missing on an insecure page, and refuses where the browser asks the player
    // first.
    const isCopied = await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    );
    setCopied(isCopied ? 'yes' : 'no');
  }

  return (
    <ChoiceDialog
      title="Share your game"
      lead={
        <span className={styles.text}>
          {text.match(/.*\n|.+/g)?.map((line) => (
            <span key={line} aria-hidden={SQUARES.test(line) || undefined}>
              {line}
            </span>
          ))}
        </span>
      }
      onClose={onClose}
    >
      <ButtonLink
        href={`https://wa.me/?text=${encodeURIComponent(text)}`}
        target="_blank"
        rel="noopener"
      >
        WhatsApp
      </ButtonLink>
      <Button colour="line" onClick={copy}>
        {copied === 'yes' ? 'Copied' : 'Copy'}
      </Button>
      <p role="status">
        {copied === 'no' && 'This phone does not let us copy. Press the text above and hold it.'}
      </p>
    </ChoiceDialog>
  );
}

type PlayedRound = { round: SavedRound; answers: readonly Answered[]; points: number };

/**
 * Shares a game by the phone's own sheet, with a picture if the sheet takes files. Without a sheet, a
 * dialog shows the text `asked` (links.md#share).
 */
export function useShare({ round, answers, points }: PlayedRound) {
  const { name } = useSignedInPlayer();
  const [asked, setAsked] = useState<string | null>(null);

  async function share() {
    const shared: Shared = {
      nickname: name ?? '',
      category: round.category.name,
      level: LEVEL_NAMES[round.level],
      answers,
      points,
    };
    const text = shareText(shared, location.origin);
    if (typeof navigator.share !== 'function') return setAsked(text);
    const picture = await drawCard(shared).catch(() => null);
    const withPicture = picture && { text, files: [picture] };
    try {
      await navigator.share(withPicture && canShare(withPicture) ? withPicture : { text });
    } catch (error) {
      // The player closed the sheet.
      if (error instanceof DOMException && error.name === 'AbortError') return;
      setAsked(text);
    }
  }

  return {
    share: () => void share().catch(() => toastError('This could not be shared')),
    asked,
    close: () => setAsked(null),
  };
}

function canShare(data: ShareData): boolean {
  return navigator.canShare?.(data) === true;
}
