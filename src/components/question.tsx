import {
  type MouseEvent,
  memo,
  type ReactElement,
  type ReactNode,
  type Ref,
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { isStill } from '../lib/motion.ts';
import { cx } from './button.tsx';
import { useStrayTaps } from './dialog.tsx';
import { Icon } from './icon.tsx';
import { Beams, Shirt } from './marks.tsx';
import markStyles from './option-mark.module.css';
import styles from './question.module.css';
import { useContainedPull } from './use-contained-pull.ts';

type GameScreenProps = {
  className?: string | undefined;
  /** Gets the presses below the bar before the pressed element does; it may stop them. */
  onTap?: (event: MouseEvent) => void;
  children: ReactNode;
};

/**
 * The ground of a game: as high as the screen, under the floodlights, deaf to a double tap's second and
 * to a pull down.
 */
export function GameScreen({ className, onTap, children }: GameScreenProps) {
  const ignoreStrayTap = useStrayTaps({ goesOn: onTap !== undefined });
  useContainedPull();

  function tap(event: MouseEvent) {
    ignoreStrayTap(event);
    const { target, currentTarget } = event;
    if (event.isPropagationStopped() || !(target instanceof Element)) return;
    // A dialog's taps come through here, too, and the bar's are its own.
    if (currentTarget.contains(target) && !target.closest('header')) onTap?.(event);
  }

  return (
    <main className={cx('on-night', styles.screen, className)} onClickCapture={tap}>
      <Beams />
      {children}
    </main>
  );
}

type QuestionCardProps = Print & {
  /** The question after this one, where it is known. */
  next?: Pick<Print, 'id' | 'question' | 'options' | 'picture'> | undefined;
  onAnswer: (choice: string) => void;
};

/**
 * The card on the table, whose options are pressed by the keys 1 to 4 and A to D, too. A question of
 * another `id` comes up and takes the focus, and the card's old content slides off.
 */
export function QuestionCard({ next, onAnswer, ...print }: QuestionCardProps) {
  const { id, options, isClosed, outcomeOf } = print;
  const heading = useRef<HTMLHeadingElement>(null);
  const [before, forget] = useBefore(print);
  const isNextLaidOut = useLayOut(isClosed && next !== undefined);
  // Before anybody can press an option: a later focus would take the key from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question that comes up, and its picture
  useLayoutEffect(() => {
    const title = heading.current;
    const screen = title?.closest('main');
    // A player who scrolled to the options of large text begins at the top again.
    document.documentElement.scrollTop = 0;
    title?.focus({ preventScroll: true });
    // The number of letters does not decide the fit: a phone's font may be half as wide again as ours.
    for (const size of ['1', '2']) {
      if (
        screen &&
        screen.offsetHeight - 1 > Number.parseFloat(getComputedStyle(screen).minHeight)
      ) {
        title?.parentElement?.setAttribute('data-smaller', size);
      }
    }
  }, [id, !print.picture]);
  useKeys((key) => {
    // Some keyboards of Android name no key, and '' would match the start of all of them.
    const option = key.length === 1 ? options['1234abcd'.indexOf(key) % 4] : undefined;
    if (option === undefined || isClosed || outcomeOf(option) === 'gone') return false;
    onAnswer(option);
    return true;
  });

  return (
    <div className={styles.deck}>
      <article className={cx('on-page', styles.card)} onCopy={(event) => event.preventDefault()}>
        {before && <QuestionFace key={before.id} print={before} place="before" onGone={forget} />}
        <QuestionFace
          key={id}
          print={print}
          place="now"
          isFirst={before === undefined}
          heading={heading}
          onAnswer={onAnswer}
        />
        {isNextLaidOut && next && (
          <QuestionFace key={next.id} print={ahead(print, next)} place="next" />
        )}
      </article>
    </div>
  );
}

function ahead(print: Print, next: Partial<Print>): Print {
  return { ...print, ...next, isClosed: false, outcomeOf: () => null };
}

/**
 * Gives the card's print before this question, as it was last seen: `undefined` for the first, `null`
 * once it is gone.
 */
function useBefore(print: Print) {
  const seen = useRef(print);
  const [turn, setTurn] = useState<{ id: Print['id']; before?: Print | null }>(print);
  if (turn.id !== print.id) setTurn({ id: print.id, before: isStill() ? null : seen.current });
  useLayoutEffect(() => {
    seen.current = print;
  });
  return [turn.before, () => setTurn({ id: print.id, before: null })] as const;
}

/** The print of a card. */
type Print = {
  /** Tells one question from the next, also where the same one comes again. */
  id: string | number;
  question: string;
  options: readonly string[];
  /** Stands above the question. */
  meta?: ReactNode;
  /** It is between `meta` and the question, which stays smaller after it (`data-picture`). */
  picture?: ReactElement | null | undefined;
  /** There is more on the screen than the card: a long question is set smaller sooner. */
  isCrowded?: boolean;
  /** The points for a right answer; `null` for none. */
  points: number | null;
  isClosed: boolean;
  outcomeOf: (option: string) => Outcome | null;
};

type QuestionFaceProps = {
  print: Print;
  /** On the table, sliding off it, or laid out beneath for its turn. */
  place: 'now' | 'before' | 'next';
  isFirst?: boolean;
  heading?: Ref<HTMLHeadingElement> | undefined;
  onAnswer?: ((choice: string) => void) | undefined;
  onGone?: () => void;
};

const LETTERS = 'ABCD';

/** Longer questions are set smaller, in letters, as are those that would not fit. */
const LONG_QUESTION = { alone: 90, crowded: 60 };

/** One print of the card; a print that is not on the table can be neither read nor pressed. */
const QuestionFace = memo(function QuestionFace(props: QuestionFaceProps) {
  const { print, place, isFirst, heading, onAnswer, onGone } = props;
  const { question, options, meta, picture, isCrowded, points, isClosed, outcomeOf } = print;
  const outcomes = options.map(outcomeOf);
  const isAside = place !== 'now';
  return (
    <div
      className={cx(
        styles.face,
        picture && styles.drawn,
        isAside && styles.aside,
        isFirst ? styles.first : styles[place],
      )}
      data-smaller={
        question.length > LONG_QUESTION[isCrowded ? 'crowded' : 'alone'] ? 1 : undefined
      }
      // Not inert: all of its content would be styled anew, twice a question.
      aria-hidden={isAside || undefined}
      onAnimationEnd={({ target, currentTarget }) => target === currentTarget && onGone?.()}
    >
      {meta && <p className={styles.meta}>{meta}</p>}
      {picture}
      <h1 ref={heading} tabIndex={-1} className={styles.question}>
        {unbroken(question)}
      </h1>
      <div className={cx(styles.options, outcomes.includes('wrong') && styles.missedLater)}>
        {options.map((option, index) => (
          <Option
            key={option}
            letter={LETTERS[index] ?? ''}
            text={option}
            points={points}
            outcome={outcomes[index] ?? null}
            isClosed={isClosed}
            isAside={isAside}
            onPick={() => onAnswer?.(option)}
          />
        ))}
      </div>
    </div>
  );
});

/**
 * An option's state: chosen and judged, chosen and not judged yet, the right one that was not chosen,
 * or taken away.
 */
export type Outcome = 'right' | 'wrong' | 'picked' | 'missed' | 'gone';

type OptionProps = {
  letter: string;
  text: string;
  /** The points for a right answer; `null` for none. */
  points: number | null;
  outcome: Outcome | null;
  isClosed: boolean;
  /** It is not on the table: no key leads to it. */
  isAside: boolean;
  onPick: () => void;
};

const TOLD = {
  right: { icon: 'check', word: 'Correct' },
  missed: { icon: 'check', word: 'Right answer' },
  wrong: { icon: 'cross', word: 'Wrong' },
} as const;

/** Next to a longer text the word has no room, in letters: it is on the option's edge. */
const LONG_TEXT = 14;

/** One of four answers; once chosen it says by colour, mark and word how it went. */
function Option(props: OptionProps) {
  const { letter, text, points, outcome, isClosed, isAside, onPick } = props;
  const isGone = outcome === 'gone';
  // The others turn grey after the colour of the one that was pressed.
  const isOff = useDeferredValue(isClosed);
  const told = outcome && outcome !== 'picked' && outcome !== 'gone' ? TOLD[outcome] : null;
  const gain = outcome === 'right' && points !== null ? `+${points}` : undefined;
  return (
    <button
      type="button"
      className={cx(
        styles.option,
        outcome && styles[outcome],
        outcome && markStyles[outcome],
        text.length > LONG_TEXT && markStyles.long,
      )}
      data-gain={gain}
      disabled={isGone || (isOff && isClosed && outcome === null)}
      aria-disabled={(isOff && isClosed) || undefined}
      tabIndex={isAside ? -1 : undefined}
      onClick={isClosed ? undefined : onPick}
    >
      {/* The letter belongs to the name: 'A. Everton. Correct +10'. */}
      <span className="vh">{letter}. </span>
      <span className={styles.key} aria-hidden="true">
        <Shirt />
        <b>{letter}</b>
      </span>
      <span className={styles.text} translate="no">
        {text}
      </span>
      {outcome && outcome !== 'picked' && <span className="vh">. </span>}
      {told && (
        <>
          <span className={markStyles.mark}>
            <Icon name={told.icon} />
          </span>
          <span className={markStyles.tag}>
            {told.word}
            {gain && <small> {gain}</small>}
          </span>
        </>
      )}
      {isGone && <span className={styles.away}>Taken away</span>}
    </button>
  );
}

/**
 * Has a screen of the game listen to plain keys, by their small letter, wherever the focus is; gives
 * `true` from `onKey` for a key that it took. Not while a dialog is open, and not for a key that is held.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    // A player who uses keys sees which there are (design.md#keys).
    document.documentElement.dataset.keys = '';
    if (event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || 'dialog' in document.documentElement.dataset) return;
    if (onKey(event.key.toLowerCase())) event.preventDefault();
  });

  useEffect(() => {
    const press = (event: KeyboardEvent) => take(event);
    const move = ({ pointerType }: PointerEvent) => {
      if (pointerType === 'mouse') document.documentElement.dataset.keys = '';
    };
    addEventListener('keydown', press);
    addEventListener('pointermove', move);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('pointermove', move);
    };
  }, []);
}

/** So long after an answer the next content is laid out: the answer's colour has been drawn by then. */
const LAY_OUT_AFTER_MS = 250;

/** Turns true when the content behind the shown answer may be laid out, unseen. */
export function useLayOut(isAnswered: boolean): boolean {
  const [isLater, setLater] = useState(false);
  useEffect(() => {
    if (!isAnswered) return;
    const timer = setTimeout(setLater, LAY_OUT_AFTER_MS, true);
    return () => {
      clearTimeout(timer);
      setLater(false);
    };
  }, [isAnswered]);
  return isLater && isAnswered;
}

/** Seasons and scores stay on one line: "2022-23" would break at its hyphen. */
export function unbroken(text: string): ReactNode[] {
  return text.split(/(\d+-\d+)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a text never change places
      <span key={index} className={styles.unbroken}>
        {part}
      </span>
    ),
  );
}
