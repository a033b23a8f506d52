import { useState } from 'react';
import { toastError } from '../../../../components/toast.ts';
import type { SavedRound } from '../../../../round/saved-round.ts';
import { LEVEL_NAMES } from '../../../../rules/levels.ts';
import { useSignedInPlayer } from '../../../../session/use-player.ts';
import type { Answered } from '../answers.ts';
import { drawCard } from './share-card.ts';
import { type Shared, shareText } from './share-text.ts';

type PlayedRound = { round: SavedRound; answers: readonly Answered[]; points: number };

/**
 * Shares a game: with the phone's own sheet, a picture in it where that takes files; else by a
 * dialog, which `asked` is the text of (flows.md#share).
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
