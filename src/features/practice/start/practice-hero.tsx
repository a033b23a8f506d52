import { Cover } from '../../../components/cover.tsx';
import { Hero } from '../../../components/hero.tsx';
import styles from './practice-hero.module.css';

/** How many wait to be won back, beside a pile of cards. */
export function PracticeHero({ count }: { count: number }) {
  return (
    <Hero label="To win back" art={<Beam />}>
      <div className={styles.inside}>
        <div>
          <b className={styles.number}>{count}</b>
          <p>
            <b>{count === 1 ? 'question to win back.' : 'questions to win back.'}</b> You got{' '}
            {count === 1 ? 'it' : 'them'} wrong before.
          </p>
        </div>
        <PracticeArt />
      </div>
    </Hero>
  );
}

function Beam() {
  return (
    <Cover width={360} height={152}>
      <path className={styles.beam} d="M210 0h90l60 152H170z" />
    </Cover>
  );
}

const CARD = 'M30 16h52a6 6 0 0 1 6 6v62a6 6 0 0 1-6 6H30a6 6 0 0 1-6-6V22a6 6 0 0 1 6-6z';

/** Three cards that fan out once. */
export function PracticeArt() {
  return (
    <svg viewBox="0 0 112 104" width="112" height="104" className={styles.art} aria-hidden="true">
      <path className={styles.third} d={CARD} />
      <path className={styles.second} d={CARD} />
      <path className={styles.first} d={CARD} />
      <path className={styles.again} d="M72 46a17 17 0 1 1-5-9M72 29v11H61" />
    </svg>
  );
}
