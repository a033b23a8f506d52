import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { cx } from '../../components/button.tsx';
import { Countdown } from '../../components/countdown.tsx';
import { Icon } from '../../components/icon.tsx';
import { GameScreen, useKeys } from '../../components/question.tsx';
import { usePageStart } from '../../components/screens.tsx';
import { pageClock } from '../../lib/clock.ts';
import { playSound } from '../../lib/feel.ts';
import { isStill } from '../../lib/motion.ts';
import { useLeaving } from '../../play/frame.tsx';
import type { SavedRound } from '../../round/store.ts';
import { resumeRound } from '../../rules/coming-back.ts';
import { LEVEL_NAMES } from '../../rules/levels.ts';
import { beginRound } from '../../rules/round.ts';
import styles from './kick-off.module.css';
import { AnswerDots, LeaveRound, QuizBar } from './question-screen.tsx';

type Props = {
  round: SavedRound;
  /** Called when the question is to be shown, or when the round ends before it. */
  onOver: (how: 'play' | 'end') => void;
};

const BEATS = [3, 2, 1];

/** How long a numeral is shown, in milliseconds; a whole second with reduced motion. */
const BEAT_MS = 900;
const STILL_BEAT_MS = 1000;

/** Counts 3-2-1 before a question that the player has not seen. No clock runs yet (game.md#kick-off). */
export function KickOff({ round, onOver }: Props) {
  const { terms, questions, category } = round;
  const [openedAt] = useState(pageClock);
  const state = round.state
    ? resumeRound(round.state, openedAt)
    : beginRound(terms, questions, openedAt);
  const number = state.rows.length + 1;
  const leave = useLeaving();
  const pitch = useRef<SVGSVGElement>(null);
  const swelling = useRef<Element>(null);
  usePageStart(category.name);

  function start() {
    playSound('kick-off');
    if (pitch.current && !isStill()) swelling.current = swellingCopy(pitch.current);
    onOver('play');
  }

  // The copy of the pitch is shown only once the card is there, which may take a while.
  useLayoutEffect(
    () => () => {
      if (swelling.current) document.body.append(swelling.current);
    },
    [],
  );
  const beat = useBeats(leave.isAsked, start);
  useKeys((key) => {
    if (key === 'escape') leave.ask();
    else if (key === 'enter' || key === ' ') start();
    else return false;
    return true;
  });

  return (
    <GameScreen className={styles.screen} onTap={start}>
      <QuizBar
        round={round}
        state={state}
        number={number}
        seen={state.rows.length}
        onLeave={leave.ask}
      />
      <AnswerDots state={state} current={number - 1} />
      <Countdown timerMs={terms.timerMs} leftMs={terms.timerMs} isRunning={false} />
      <section className={styles.middle} aria-live="polite">
        <svg
          ref={pitch}
          viewBox="0 0 360 320"
          preserveAspectRatio="xMidYMid meet"
          aria-hidden="true"
          className={styles.pitch}
        >
          <path d="M-200 160h260M300 160h260" />
          <circle cx="180" cy="160" r="120" />
        </svg>
        <div className={styles.count}>
          <p className={styles.lead}>{number === 1 ? 'Kick-off in' : `Question ${number} in`}</p>
          <b key={beat} className={styles.numeral}>
            {beat}
          </b>
          <p className={styles.lamps} aria-hidden="true">
            {BEATS.map((lamp) => (
              <i key={lamp} className={cx(lamp >= beat && styles.lit)} />
            ))}
          </p>
        </div>
      </section>
      <div className={styles.foot}>
        <h1 className={styles.title}>{category.name}</h1>
        <p className={styles.level}>
          <Icon name={`level-${terms.level}`} size={18} /> {LEVEL_NAMES[terms.level]}
        </p>
        <ul className={styles.facts}>
          <li>
            <b>{questions.length}</b> <span>questions</span>
          </li>
          <li>
            <b>{terms.timerMs / 1000} s</b> <span>for each</span>
          </li>
          <li>
            <b>+{terms.pointsPerCorrect}</b> <span>for each right</span>
          </li>
        </ul>
        {/* A tap outside the button starts the question too. */}
        <button type="button" className={styles.start}>
          Tap to start now
        </button>
      </div>
      {leave.isAsked && (
        <LeaveRound
          lead={leadOf(number, terms.coinsPerQuestion)}
          onStay={leave.stay}
          onEnd={() => onOver('end')}
        />
      )}
    </GameScreen>
  );
}

/** Makes a copy of the pitch, which grows and fades over the card that appears under it. */
function swellingCopy(pitch: SVGSVGElement): Element {
  const { left, top, width, height } = pitch.getBoundingClientRect();
  const copy = pitch.cloneNode(true) as SVGSVGElement;
  copy.style = `inset:${top}px auto auto ${left}px;inline-size:${width}px;block-size:${height}px`;
  copy.classList.add(styles.over ?? '');
  copy.addEventListener('animationend', () => copy.remove());
  return copy;
}

/** The cost of ending the game while no question is open. */
function leadOf(number: number, coins: number): string {
  return number === 1
    ? `No question is open yet. If you end the game now, question 1 counts as missed and costs ${coins} coins. The rest come back.`
    : `Question ${number} is not open yet and costs nothing. If you end the game, the coins of the questions you have seen are spent.`;
}

/** Counts down and then calls back. The count pauses while a dialog is open or the player looks elsewhere. */
function useBeats(isHeld: boolean, onOver: () => void): number {
  const [gone, setGone] = useState(0);
  const end = useEffectEvent(onOver);
  useEffect(() => {
    if (isHeld) return;
    const beatMs = isStill() ? STILL_BEAT_MS : BEAT_MS;
    let timer: ReturnType<typeof setTimeout>;
    const wait = () => {
      timer = setTimeout(() => {
        if (document.visibilityState !== 'visible') wait();
        else if (gone + 1 < BEATS.length) setGone(gone + 1);
        else end();
      }, beatMs);
    };
    wait();
    return () => clearTimeout(timer);
  }, [gone, isHeld]);
  return BEATS[gone] ?? 1;
}
