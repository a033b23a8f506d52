import type { ReactNode } from 'react';
import { Button } from '../../components/button.tsx';
import { Chip } from '../../components/chip.tsx';
import { Icon } from '../../components/icon.tsx';
import { GameScreen, type Outcome, QuestionCard, unbroken } from '../../components/question.tsx';
import { useLoaded } from '../../components/screens.tsx';
import type { Picture as PictureData } from '../../contract/picture.ts';
import { feel } from '../../lib/feel.ts';
import { GameBar } from '../../play/frame.tsx';
import styles from './free-question.module.css';

/** A question that does not count. The phone has its answer. */
type OpenQuestion = {
  category: string;
  question: string;
  options: readonly string[];
  answer: string;
  fact: string | null;
  /** The picture that the question had in a game. */
  picture?: unknown;
};

type FreeQuestionProps = {
  /** How far the game is: `3 of 5`. */
  count: ReactNode;
  question: OpenQuestion;
  /** A key for this card, which differs from the last card's even if the same question comes again. */
  card: string | number;
  /** The player's answer; `null` if they asked for the right answer, `undefined` before that. */
  choice: string | null | undefined;
  nextLabel: string;
  onAnswer: (choice: string) => void;
  /** Missing if the question must be answered. */
  onGiveUp?: () => void;
  onNext: () => void;
  onLeave: () => void;
  children?: ReactNode;
};

const loadPicture = () =>
  import('../../components/picture/picture.tsx').then((part) => part.Picture);

/** A question without clock, coins and points. Its fact is shown below once the question is answered. */
export function FreeQuestion(props: FreeQuestionProps) {
  const { count, question, card, choice, nextLabel, children } = props;
  const { onAnswer, onGiveUp, onNext, onLeave } = props;
  const isClosed = choice !== undefined;
  const isRight = choice === question.answer;
  const outcomeOf = (option: string): Outcome | null => {
    if (!isClosed) return null;
    if (option === choice) return isRight ? 'right' : 'wrong';
    return option === question.answer ? 'missed' : null;
  };
  const Picture = useLoaded(question.picture ? loadPicture : null);
  const answer = (option: string) => {
    feel(option === question.answer ? 'right' : 'wrong');
    onAnswer(option);
  };
  return (
    <GameScreen className={styles.screen}>
      <FreeBar count={count} onLeave={onLeave} />
      <QuestionCard
        id={card}
        question={question.question}
        options={question.options}
        meta={<span>{question.category}</span>}
        picture={
          question.picture && Picture ? <Picture drawing={question.picture as PictureData} /> : null
        }
        isCrowded
        points={null}
        isClosed={isClosed}
        outcomeOf={outcomeOf}
        onAnswer={answer}
      />
      <div className={styles.foot}>
        {/* The live region is always there, because one that appears with its text is not read out. */}
        <div className={styles.fact} aria-live="polite">
          {isClosed && (
            <>
              <span className="vh">{isRight ? 'Right answer.' : wrongText(question, choice)}</span>
              {question.fact && (
                <p>
                  <Icon name="info" size={20} />
                  <span>{unbroken(question.fact)}</span>
                </p>
              )}
            </>
          )}
        </div>
        {isClosed ? (
          <Button onClick={onNext}>{nextLabel}</Button>
        ) : (
          onGiveUp && (
            <Button colour="night" onClick={onGiveUp}>
              Show the answer
            </Button>
          )
        )}
      </div>
      {children}
    </GameScreen>
  );
}

function wrongText({ options, answer }: OpenQuestion, choice: string | null | undefined): string {
  const right = `The right answer is ${'ABCD'[options.indexOf(answer)]}, ${answer}.`;
  return choice === null ? right : `Wrong. ${right}`;
}

type FreeBarProps = {
  /** How far the game is: `3 of 5`. */
  count: ReactNode;
  onLeave: () => void;
};

/** The bar of a game that is free. */
export function FreeBar({ count, onLeave }: FreeBarProps) {
  return (
    <GameBar count={count} look="wraps" onLeave={onLeave}>
      <Chip>Free</Chip>
    </GameBar>
  );
}
