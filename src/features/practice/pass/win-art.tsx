import { Cover } from '../../../components/cover.tsx';
import styles from './win-art.module.css';

/** A beam with stars beside it. */
export function WinArt() {
  return (
    <Cover width={360} height={170} keep="middle">
      <path className={styles.beam} d="M150 0L70 170h220L210 0z" />
      <path
        className={styles.gold}
        d="M101.9 52.2L106.2 59.5L114.6 58.4L109 64.7L112.6 72.3L104.9 69L98.7 74.8L99.5 66.4L92.1 62.3L100.4 60.5zM258.1 52.2L259.6 60.5L267.9 62.3L260.5 66.4L261.3 74.8L255.1 69L247.4 72.3L251 64.7L245.4 58.4L253.8 59.5zM71.2 96L73.7 101.1L79.3 100.7L75.3 104.7L77.4 109.9L72.4 107.3L68 110.9L68.9 105.4L64.2 102.3L69.8 101.5zM288.8 96L290.2 101.5L295.8 102.3L291.1 105.4L292 110.9L287.6 107.3L282.6 109.9L284.7 104.7L280.7 100.7L286.3 101.1z"
      />
      <path
        className={styles.chalk}
        d="M82 28L83.5 32L87.7 32.1L84.4 34.8L85.5 38.9L82 36.5L78.5 38.9L79.6 34.8L76.3 32.1L80.5 32zM278.8 28.1L279.8 32.2L283.9 33L280.3 35.1L280.8 39.3L277.6 36.5L273.8 38.3L275.5 34.4L272.6 31.4L276.8 31.8z"
      />
    </Cover>
  );
}
