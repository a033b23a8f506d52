import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, cx, IconButton } from '../components/button.tsx';
import { ChoiceDialog } from '../components/choice-dialog.tsx';
import { holdBack } from '../components/dialog-stack.ts';
import { Icon } from '../components/icon.tsx';
import { Bar } from '../components/page.tsx';
import { EmptyState, Screen, usePageStart } from '../components/screens.tsx';
import { paths } from '../config/paths.ts';
import styles from './frame.module.css';

type GameBarProps = {
  /** The player's progress, such as `3 of 5`. */
  count: ReactNode;
  /**
   * The bar's looks: `full` with other figures, `gold` next to a sealed game's tags, `wraps` with a name that
   * may wrap.
   */
  look: 'full' | 'gold' | 'wraps';
  onLeave: () => void;
  children?: ReactNode;
};

/** The bar of a game: the way out, the progress, and the game's own additions. */
export function GameBar({ count, look, onLeave, children }: GameBarProps) {
  return (
    <Bar ground="stage">
      <IconButton icon="close" aria-label="Leave the game" onClick={onLeave} />
      <p className={cx(styles.count, styles[look])}>{count}</p>
      {children}
    </Bar>
  );
}

/** The number of a question among all of them, such as `3 of 5`. */
export function countOf(number: number, of: number): ReactNode {
  return (
    <>
      {number} <small>of {of}</small>
    </>
  );
}

/**
 * Words that a screen reader says at once. The element is always in the page, because a live region that
 * appears together with its text is not read out.
 */
export function Said({ children }: { children: ReactNode }) {
  return (
    <p className="vh" aria-live="assertive">
      {children}
    </p>
  );
}

type LeaveDialogProps = {
  title: string;
  /** The text that says what leaving costs now. */
  lead: string;
  leave?: string;
  /** Whether the player is leaving, and can no longer change their mind. */
  isLeaving?: boolean;
  onStay: () => void;
  onLeave: () => void;
  /** Another choice, between the buttons to stay and to leave. */
  children?: ReactNode;
};

/** Asks whether the player wants to leave. A running clock keeps running meanwhile. */
export function LeaveDialog(props: LeaveDialogProps) {
  const { title, lead, leave = 'Leave', isLeaving = false, onStay, onLeave, children } = props;
  return (
    <ChoiceDialog title={title} lead={lead} {...(!isLeaving && { onClose: onStay })}>
      <Button disabled={isLeaving} onClick={onStay}>
        Keep playing
      </Button>
      {children}
      <Button colour="danger" loading={isLeaving} onClick={onLeave}>
        {leave}
      </Button>
    </ChoiceDialog>
  );
}

/** Makes Back ask before it leaves, as the X in the bar does, while there is something to leave. */
export function useLeaving(isOver = false) {
  const [isAsked, setAsked] = useState(false);
  const ask = useCallback(() => setAsked(true), []);
  useEffect(() => (isOver ? undefined : holdBack(ask)), [isOver, ask]);
  return {
    isAsked: isAsked && !isOver,
    ask,
    stay: () => setAsked(false),
  };
}

const ELSEWHERE = 'This game is open in another tab';

/** Says that the game is being played in another tab. It can be played here once that tab releases it. */
export function OtherTabScreen() {
  const navigate = useNavigate();
  usePageStart(ELSEWHERE);
  return (
    <Screen>
      <main className={styles.page}>
        <EmptyState
          heading="h1"
          art={<Icon name="info" size={64} className={styles.art} />}
          title={ELSEWHERE}
          help="Play it there. When you close it there, it goes on here."
        >
          <Button className={styles.leave} onClick={() => navigate(paths.home, { replace: true })}>
            Go Home
          </Button>
        </EmptyState>
      </main>
    </Screen>
  );
}
