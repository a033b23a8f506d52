import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button, IconButton } from '../../components/button.tsx';
import { Bar, BarTitle } from '../../components/page.tsx';
import { GameScreen } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { paths } from '../../config/paths.ts';
import { type DeckQuestion, dealFromDeck } from '../../offline/deck.ts';
import { countOf } from '../../play/frame.tsx';
import { DeckGate, useDeck } from './deck.tsx';
import { FreeQuestion } from './free-question.tsx';
import { PracticeArt } from './practice-art.tsx';
import styles from './try-five-page.module.css';

const FIVE = 5;

const TITLE = 'Try five questions';

/** Five questions before signing up (game.md#try-five-questions). */
export function TryFivePage() {
  const { deck, get, look } = useDeck();
  const [questions, setQuestions] = useState<readonly DeckQuestion[] | null>(null);
  const [choices, setChoices] = useState<readonly string[]>([]);
  const [isLookedAt, setLookedAt] = useState(false);
  const navigate = useNavigate();
  usePageStart(TITLE);

  const isDue = deck === 'here' && questions === null;
  useEffect(() => {
    if (!isDue) return;
    let isGone = false;
    void dealFromDeck(FIVE).then((dealt) => {
      if (isGone) return;
      if (dealt) setQuestions(dealt);
      else look();
    });
    return () => {
      isGone = true;
    };
  }, [isDue, look]);

  const toLanding = (state: object | null) => navigate(paths.root, { replace: true, state });
  const getStarted = () => toLanding({ getStarted: true });

  if (!questions) {
    return (
      <DeckGate
        title={TITLE}
        backTo={paths.root}
        deck={deck === 'here' ? 'looking' : deck}
        onGet={get}
      >
        <Button colour="line" onClick={getStarted}>
          Get started
        </Button>
      </DeckGate>
    );
  }
  const index = choices.length - (isLookedAt ? 1 : 0);
  const question = questions[index];
  if (!question) {
    return (
      <TriedFive
        right={choices.filter((choice, at) => choice === questions[at]?.answer).length}
        of={FIVE}
        onGetStarted={getStarted}
        onAgain={() => {
          setChoices([]);
          setQuestions(null);
        }}
        onClose={() => toLanding(null)}
      />
    );
  }
  return (
    <FreeQuestion
      count={countOf(index + 1, FIVE)}
      question={question}
      card={question.question}
      choice={isLookedAt ? choices[index] : undefined}
      nextLabel={index === FIVE - 1 ? 'See how it went' : 'Next question'}
      onAnswer={(choice) => {
        setChoices([...choices, choice]);
        setLookedAt(true);
      }}
      onNext={() => setLookedAt(false)}
      onLeave={() => toLanding(null)}
    />
  );
}

type TriedFiveProps = {
  right: number;
  of: number;
  onGetStarted: () => void;
  onAgain: () => void;
  onClose: () => void;
};

/** The result of the five questions, and what the visitor can do next. */
function TriedFive({ right, of, onGetStarted, onAgain, onClose }: TriedFiveProps) {
  return (
    <GameScreen className={styles.screen}>
      <Bar ground="stage">
        <IconButton icon="close" aria-label="Close" onClick={onClose} />
        <BarTitle>Full time</BarTitle>
      </Bar>
      <div className={styles.face}>
        <PracticeArt />
        <h2 className={styles.score}>
          {right} <small>of {of} right</small>
        </h2>
        <p>
          {right === of ? 'All right! ' : right * 2 > of ? 'Good game! ' : 'Next one! '}With an
          account each right answer brings points, and the best of the week win cash.
        </p>
      </div>
      <div className={styles.foot}>
        <Button size="lg" onClick={onGetStarted}>
          Get started
        </Button>
        <Button colour="night" onClick={onAgain}>
          Five more
        </Button>
      </div>
    </GameScreen>
  );
}
