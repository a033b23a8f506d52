import { type ReactNode, useLayoutEffect, useRef } from 'react';
import { isStill } from '../lib/motion.ts';
import { cx } from './cx.ts';
import { Option, type Outcome } from './option.tsx';
import styles from './question-card.module.css';
import { unbroken } from './unbroken.tsx';
import { useKeys } from './use-keys.ts';

type Props = {
  question: string;
  options: readonly string[];
  /** Stands above the question. */
  meta?: ReactNode;
  /** Questions over this many letters are set smaller, so that the four options still fit. */
  longOver: number;
  /** What a right answer brings; `null` for none. */
  points: number | null;
  isFirst: boolean;
  isClosed: boolean;
  outcomeOf: (option: string) => Outcome | null;
  onAnswer: (choice: string) => void;
};

const LETTERS = 'ABCD';

/**
 * The card on the table, whose options are pressed by the keys 1 to 4 and A to D, too. Mount it anew
 * per question: it then comes up and takes the focus, and what stood on the card before slides off.
 */
export function QuestionCard(props: Props) {
  const { question, options, meta, longOver, points, isFirst, isClosed } = props;
  const { outcomeOf, onAnswer } = props;
  const deck = useRef<HTMLDivElement>(null);
  const face = useRef<HTMLDivElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useFaceBefore(deck, face);
  // Before anybody can press an option: a later focus would take the key from it.
  useLayoutEffect(() => {
    // Whoever scrolled to the options of large text begins at the top again.
    document.documentElement.scrollTop = 0;
    heading.current?.focus({ preventScroll: true });
  }, []);
  useKeys((key) => {
    const index = '1234'.includes(key) ? Number(key) - 1 : LETTERS.toLowerCase().indexOf(key);
    const option = options[index];
    if (option === undefined || isClosed || outcomeOf(option) === 'gone') return false;
    onAnswer(option);
    return true;
  });
  const outcomes = options.map(outcomeOf);

  return (
    <div ref={deck} className={styles.deck}>
      <article
        className={cx('on-page', styles.card, isFirst && styles.first)}
        onCopy={(event) => event.preventDefault()}
      >
        <div ref={face} className={cx(styles.face, question.length > longOver && styles.long)}>
          {meta && <p className={styles.meta}>{meta}</p>}
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
                onPick={() => onAnswer(option)}
              />
            ))}
          </div>
        </div>
      </article>
    </div>
  );
}

type Box = { current: HTMLElement | null };

/** What stood on the card that is just being taken away. */
let faceBefore: HTMLElement | null = null;

/** Lays what stood on the card before over the new one, until it has slid off. */
function useFaceBefore(deck: Box, face: Box): void {
  useLayoutEffect(() => {
    const own = face.current;
    if (faceBefore && deck.current && !isStill()) slideOff(deck.current, faceBefore);
    return () => {
      faceBefore = own && (own.cloneNode(true) as HTMLElement);
      // The next card comes up in the same step, or none does.
      queueMicrotask(() => {
        faceBefore = null;
      });
    };
  }, [deck, face]);
}

function slideOff(deck: HTMLElement, before: HTMLElement): void {
  before.classList.add(styles.before ?? '');
  before.inert = true;
  before.setAttribute('aria-hidden', 'true');
  before.addEventListener('animationend', () => before.remove());
  deck.append(before);
}
