import { useState } from 'react';
import { staticImage } from '../config/static-image.ts';
import styles from './avatar.module.css';
import { cx } from './button.tsx';
import { Shirt } from './marks.tsx';

const PIXELS = { sm: 36, md: 48, lg: 72, xl: 104 } as const;

const KITS = 5;

type Props = {
  /** The player's id, which decides the colour of the kit. */
  id: string | number;
  name: string | null | undefined;
  /** The name of a picture's file at the API (api.md#images-by-name). */
  image?: string | null | undefined;
  size?: keyof typeof PIXELS;
  className?: string | undefined;
};

/**
 * Shows the player's picture, or a shirt with the first letter of the name. Screen readers skip it,
 * since the name is next to it.
 */
export function Avatar({ id, name, image, size = 'md', className }: Props) {
  const [missing, setMissing] = useState<string | null>(null);
  const classes = cx(styles.avatar, styles[size], styles[`kit${kitOf(id)}`], className);
  if (image && image !== missing) {
    const pixels = PIXELS[size];
    return (
      <span className={classes} aria-hidden="true">
        <img
          src={staticImage(image)}
          alt=""
          width={pixels}
          height={pixels}
          loading="lazy"
          decoding="async"
          onError={() => setMissing(image)}
        />
      </span>
    );
  }
  return (
    <span className={classes} aria-hidden="true">
      <Shirt />
      <b>{firstLetter(name)}</b>
    </span>
  );
}

/**
 * Gives one of five kits for an id. An id that is not a number is turned into one, the same on every
 * phone.
 */
function kitOf(id: string | number): number {
  const text = String(id);
  if (/^\d{1,15}$/.test(text)) return (Number(text) % KITS) + 1;
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (hash * 31 + text.charCodeAt(i)) % 65_521;
  return (hash % KITS) + 1;
}

function firstLetter(name: string | null | undefined): string {
  const [first = '?'] = name?.trim() ?? '';
  return first.toUpperCase();
}
