// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).
import { createContext, useContext } from 'react';
import styles from './brand.module.css';
import drawingsStyles from './drawings.module.css';

/** The partner's name, shown at the end of the wordmark's line. `null` means that there is no partner. */
export const PartnerName = createContext<string | null>(null);

/** The width of a letter of the partner's name, in units of the drawing. */
const LETTER_WIDTH = 35;

type WordmarkProps = { className?: string | undefined };

/**
 * The logo with a partner's name. It is drawn in the page itself, because a file would cost a round
 * trip.
 */
export function Wordmark({ className }: WordmarkProps) {
  const partner = useContext(PartnerName);
  const name = partner ? `Football Mastermind, ${partner}` : 'Football Mastermind';
  return (
    <svg viewBox="0 0 566 116" role="img" aria-label={name} className={className}>
      <clipPath id="wordmark-edge">
        <path d="M-9-8h999v70H-9z" />
      </clipPath>
      <g transform="translate(15) skewX(-8)" fill="none" strokeWidth="16">
        <g transform="translate(0 3.7) scale(0.46)" className={styles.letters}>
          <path
            clipPath="url(#wordmark-edge)"
            d="M8 62V0M0 0H39M8 26H32M70 0H82L92 10V44L82 54H70L60 44V10ZM126 0H138L148 10V44L138 54H126L116 44V10ZM167 0H209M188 0V62M228 0H248L257 8V19L250 26H228M248 26L259 36V46L250 54H228M228-8V62M283 62V11L294 0H304L315 11V62M283 36H315M339-8V54H370M387-8V54H418"
          />
        </g>
        <path
          className={styles.line}
          strokeWidth="6"
          d={`M204.7 17H${546 - (partner?.length ?? 0) * LETTER_WIDTH}`}
        />
        {partner && (
          <text x="546" y="33" textAnchor="end" strokeWidth="0" className={styles.partner}>
            {partner}
          </text>
        )}
        <g transform="translate(0 52)" className={styles.letters}>
          <path
            clipPath="url(#wordmark-edge)"
            d="M8 62V-8M54 62V-8M8-3L31 27 54-3M78 62V11L89 0H99L110 11V62M78 36H110M166 11L156 0H144L134 10V17L143 25L157 28L166 37V44L156 54H144L134 43M185 0H227M206 0V62M277 0H246V54H277M246 26H271M298 62V0H320L329 9V20L320 30H298M313 30L331 62M354 62V-8M400 62V-8M354-3L377 27 400-3M424-8V62M448 62V-8M482 62V-8M448-4L482 58M506 0H527L538 11V43L527 54H506M506-8V62"
          />
        </g>
      </g>
    </svg>
  );
}

/** The number of teeth. At 12 units each, 40 teeth are as wide as the widest screen. */
const TEETH = 40;

export function Scarf() {
  return (
    <svg
      viewBox="0 0 480 12"
      preserveAspectRatio="xMinYMid slice"
      className={drawingsStyles.scarf}
      aria-hidden="true"
    >
      <path className={drawingsStyles.scarfGround} d="M0 0h480v12H0z" />
      <path className={drawingsStyles.scarf1} d={`M0 12${'l6-9 6 9'.repeat(TEETH)}z`} />
      <path className={drawingsStyles.scarf2} d={`M0 0${'l6 6 6-6'.repeat(TEETH)}z`} />
    </svg>
  );
}
