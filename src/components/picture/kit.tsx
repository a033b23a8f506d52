import { useId } from 'react';
import type { Kit as KitData } from './drawing.ts';
import styles from './picture.module.css';

const OUTLINE = 'M15 6L4 12l4.5 9 4.5-2v16h14V19l4.5 2 4.5-9-11-6q-5 5-10 0z';

/** What lies on a shirt's ground, on 40 by 40. */
const PATTERNS: Readonly<Record<string, string>> = {
  stripes:
    'M6 0h3.5v40H6zM12 0h3.5v40H12zM18.2 0h3.6v40h-3.6zM24.5 0H28v40h-3.5zM30.5 0H34v40h-3.5z',
  hoops: 'M0 11h40v4H0zM0 19h40v4H0zM0 27h40v4H0z',
  halves: 'M20 0h20v40H20z',
  sash: 'M9 6h7l16 29h-7z',
  sleeves: 'M0 0h11.5v40H0zM28.5 0H40v40H28.5z',
  centre: 'M14.5 0h11v40h-11z',
  band: 'M0 17h40v7H0z',
};

/** A football shirt with a chalk outline; its size comes from around it. */
export function Kit({ kit: [pattern, ground, second] }: { kit: KitData }) {
  const clip = `kit${useId().replace(/\W/g, '')}`;
  return (
    <svg viewBox="2 4 36 32" aria-hidden="true">
      <clipPath id={clip}>
        <path d={OUTLINE} />
      </clipPath>
      <g clipPath={`url(#${clip})`}>
        <path fill={`#${ground}`} d="M0 0h40v40H0z" />
        {second && <path fill={`#${second}`} d={PATTERNS[pattern]} />}
      </g>
      <path className={styles.outline} strokeWidth="1.6" d={OUTLINE} />
    </svg>
  );
}
