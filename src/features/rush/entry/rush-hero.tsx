import { Hero } from '../../../components/hero.tsx';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';
import { RUSH_QUESTIONS } from '../../../rules/tournament.ts';
import styles from './rush-hero.module.css';

/** Its name, and what it is in a line; golden steps lead up to the ball. */
export function RushHero() {
  return (
    <Hero label="Millionaire Rush" art={<Steps />}>
      <div className={styles.words}>
        <h1 className={styles.title}>
          Millionaire <br />
          Rush
        </h1>
        <p className={styles.lead}>Answer {RUSH_QUESTIONS} questions. Climb up. Win cash.</p>
        <p className={styles.age}>{ADULT_AGE_YEARS}+</p>
      </div>
    </Hero>
  );
}

function Steps() {
  return (
    <svg
      viewBox="0 0 360 170"
      preserveAspectRatio="xMaxYMax slice"
      className={styles.art}
      aria-hidden="true"
    >
      <path className={styles.beam} d="M300-60L120 170h240V-60z" />
      <path
        className={styles.steps}
        d="M210 170v-10h22v-18h22v-18h22v-18h22V88h22V70h22V52h18v118z"
      />
      <path
        className={styles.edges}
        d="M210 160h22v4h-22zM232 142h22v4h-22zM254 124h22v4h-22zM276 106h22v4h-22zM298 88h22v4h-22zM320 70h22v4h-22zM342 52h22v4h-22z"
      />
      <circle className={styles.ball} cx="309" cy="63" r="25" />
      <path
        className={styles.patches}
        d="M311.2 52.7L319.4 61.9L313.3 72.6L301.2 70L299.9 57.8ZM304.3 38.8L312.7 45.4L323.1 42.8A25 25 0 0 0 304.3 38.8ZM330.5 51.1L326.9 61.1L332.5 70.2A25 25 0 0 0 330.5 51.1ZM327 79.8L316.3 79.4L309.4 87.6A25 25 0 0 0 327 79.8ZM298.6 85.3L295.6 75L285.7 71A25 25 0 0 0 298.6 85.3ZM284.6 60L293.4 54L294.2 43.3A25 25 0 0 0 284.6 60Z"
      />
      <path
        className={styles.seams}
        strokeWidth="2.8"
        d="M311.2 52.7L313 44.4M319.4 61.9L327.9 61M313.3 72.6L316.7 80.4M301.2 70L294.9 75.7M299.9 57.8L292.5 53.5"
      />
    </svg>
  );
}
