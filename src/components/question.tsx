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
  /** Called for presses below the bar before the pressed element gets them. It may stop them. */
  onTap?: (event: MouseEvent) => void;
  children: ReactNode;
};

/**
 * The screen of a game: as high as the phone's screen, with floodlights. It ignores the second tap of a
 * double tap, and a pull down does not reload the page.
 */
export function GameScreen({ className, onTap, children }: GameScreenProps) {
  const ignoreStrayTap = useStrayTaps({ goesOn: onTap !== undefined });
  useContainedPull();

  function tap(event: MouseEvent) {
    ignoreStrayTap(event);
    const { target, currentTarget } = event;
    if (event.isPropagationStopped() || !(target instanceof Element)) return;
    // Taps in a dialog arrive here too, and taps in the bar are for the bar only.
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
  /** The next question, if it is known. */
  next?: Pick<Print, 'id' | 'question' | 'options' | 'picture'> | undefined;
  onAnswer: (choice: string) => void;
};

/**
 * The card with the question. The keys 1 to 4 and A to D choose its options. When `id` changes, the new
 * question appears and takes the focus, and the old content slides off.
 */
export function QuestionCard({ next, onAnswer, ...print }: QuestionCardProps) {
  const { id, options, isClosed, outcomeOf } = print;
  const heading = useRef<HTMLHeadingElement>(null);
  const [before, forget] = useBefore(print);
  const isNextLaidOut = useLayOut(isClosed && next !== undefined);
  // The focus is set before anybody can choose an option. Later it would disturb a press by a key.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question that comes up, and its picture
  useLayoutEffect(() => {
    const title = heading.current;
    const screen = title?.closest('main');
    // A player with large text may have scrolled to the options. The new question starts at the top.
    document.documentElement.scrollTop = 0;
    title?.focus({ preventScroll: true });
    // The height is measured, because letters of a phone's font may be half as wide again as ours.
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
    // Some Android keyboards send no key name. An empty name would match the first option.
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
 * Gives the content of the question before as it was last shown. Gives `undefined` for the first
 * question, and `null` once the old content has left.
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

/** The content of the card for one question. */
type Print = {
  /** Differs from the id of the question before, even if the same question comes again. */
  id: string | number;
  question: string;
  options: readonly string[];
  /** Words above the question. */
  meta?: ReactNode;
  /**
   * Shown between `meta` and the question. The question keeps smaller type while it has a picture
   * (`data-picture`).
   */
  picture?: ReactElement | null | undefined;
  /** The screen shows more than the card, so already shorter questions get smaller type. */
  isCrowded?: boolean;
  /** The points for a right answer, `null` if there are none. */
  points: number | null;
  isClosed: boolean;
  outcomeOf: (option: string) => Outcome | null;
};

type QuestionFaceProps = {
  print: Print;
  /** The present question, the old one that slides off, or the next one, laid out unseen. */
  place: 'now' | 'before' | 'next';
  isFirst?: boolean;
  heading?: Ref<HTMLHeadingElement> | undefined;
  onAnswer?: ((choice: string) => void) | undefined;
  onGone?: () => void;
};

const LETTERS = 'ABCD';

/**
 * Questions with more letters than this get smaller type. Shorter questions get it too if they do not
 * fit.
 */
const LONG_QUESTION = { alone: 90, crowded: 60 };

/** The content of one question. If it is not the present question, it can be neither read nor pressed. */
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
      // Not `inert`, which would make the browser restyle all of the content twice for each question.
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
 * The state of an option: chosen and right, chosen and wrong, chosen but not judged yet, right but not
 * chosen, or taken away.
 */
export type Outcome = 'right' | 'wrong' | 'picked' | 'missed' | 'gone';

type OptionProps = {
  letter: string;
  text: string;
  /** The points for a right answer, `null` if there are none. */
  points: number | null;
  outcome: Outcome | null;
  isClosed: boolean;
  /** The option is not on the present question, so Tab skips it. */
  isAside: boolean;
  onPick: () => void;
};

const TOLD = {
  right: { icon: 'check', word: 'Correct' },
  missed: { icon: 'check', word: 'Right answer' },
  wrong: { icon: 'cross', word: 'Wrong' },
} as const;

/** If a text has more letters than this, the word has no room beside it and is on the option's edge. */
const LONG_TEXT = 14;

/** One of four answers. Once it is judged, its colour, a mark and a word say the outcome. */
function Option(props: OptionProps) {
  const { letter, text, points, outcome, isClosed, isAside, onPick } = props;
  const isGone = outcome === 'gone';
  // The other options turn grey after the pressed one has got its colour.
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
      {/* The letter is part of the button's name: 'A. Everton. Correct +10'. */}
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
 * Calls `onKey` with the lower-case name of each pressed key, wherever the focus is. `onKey` gives
 * `true` for a key that it used. Keys do nothing while a dialog is open, while they are held down, or
 * together with Ctrl, Alt or Meta.
 */
export function useKeys(onKey: (key: string) => boolean): void {
  const take = useEffectEvent((event: KeyboardEvent) => {
    // A player who uses keys is shown which keys there are (design.md#keys).
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

/**
 * How long after an answer the next content is laid out, in milliseconds. By then the answer's colour
 * has been drawn.
 */
const LAY_OUT_AFTER_MS = 250;

/** Gives `true` when the content that follows the answered one may be laid out unseen. */
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

/** Keeps seasons and scores on one line. Otherwise "2022-23" could break at its hyphen. */
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
