import styles from './empty-podium.module.css';

export function EmptyPodium() {
  return (
    <svg viewBox="0 0 88 88" width="88" height="88" aria-hidden="true">
      <path className={styles.blocks} d="M6 56h24v24H6zM32 36h24v44H32zM58 64h24v16H58z" />
      <circle cx="44" cy="20" r="15.5" className={styles.rim} />
      <circle cx="44" cy="20" r="14" fill="#fff" />
      <path
        fill="#34505a"
        d="M44 14.1L49.6 18.2L47.5 24.8L40.5 24.8L38.4 18.2ZM38.6 7.3L44 9.9L49.4 7.3A14 14 0 0 0 38.6 7.3ZM54.4 11L53.6 16.9L57.7 21.2A14 14 0 0 0 54.4 11ZM55.8 27.1L49.9 28.2L47.1 33.4A14 14 0 0 0 55.8 27.1ZM40.9 33.4L38.1 28.2L32.2 27.1A14 14 0 0 0 40.9 33.4ZM30.3 21.2L34.4 16.9L33.6 11A14 14 0 0 0 30.3 21.2Z"
      />
      <path
        stroke="#34505a"
        strokeWidth="1.5"
        d="M44 14.1L44 9.4M49.6 18.2L54.1 16.7M47.5 24.8L50.3 28.6M40.5 24.8L37.7 28.6M38.4 18.2L33.9 16.7"
      />
    </svg>
  );
}
