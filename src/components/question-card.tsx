import { useLayoutEffect, useRef, useState } from 'react';
import { isStill } from '../lib/motion.ts';
import { cx } from './cx.ts';
import styles from './question-card.module.css';
import { type Print, QuestionFace } from './question-face.tsx';
import { useKeys } from './use-keys.ts';
import { useLayOut } from './use-lay-out.ts';

type Props = Print & {
  /** The question after this one, where it is known. */
  next?: Pick<Print, 'id' | 'question' | 'options' | 'picture'> | undefined;
  onAnswer: (choice: string) => void;
};

/**
 * The card on the table, whose options are pressed by the keys 1 to 4 and A to D, too. A question
 * of another `id` comes up and takes the focus, and what stood on the card slides off.
 */
export function QuestionCard({ next, onAnswer, ...print }: Props) {
  const { id, options, isClosed, outcomeOf } = print;
  const heading = useRef<HTMLHeadingElement>(null);
  const [before, forget] = useBefore(print);
  const isNextLaidOut = useLayOut(isClosed && next !== undefined);
  // Before anybody can press an option: a later focus would take the key from it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a question that comes up, and its picture
  useLayoutEffect(() => {
    const title = heading.current;
    const screen = title?.closest('main');
    // Whoever scrolled to the options of large text begins at the top again.
    document.documentElement.scrollTop = 0;
    title?.focus({ preventScroll: true });
    // Letters alone do not tell what fits: a phone's font may be half as wide again as ours.
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
    // Some keyboards of Android name no key, and '' would stand before all of them.
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
 * What was printed on the card before this question, as it was last seen: `undefined` for the first,
 * `null` once it is gone.
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
