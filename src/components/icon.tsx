/** A part of an icon: a filled shape, or a line with the width `stroke` on the grid of 24. */
type IconPart = { d: string; stroke?: number };

const fill = (d: string): IconPart[] => [{ d }];
const line = (d: string): IconPart[] => [{ d, stroke: 2.4 }];
const mark = (d: string): IconPart[] => [{ d, stroke: 3.4 }];

/**
 * The icons of the design's set that screens use. An icon is added together with the first screen that
 * needs it.
 */
const ICONS = {
  menu: line('M3 6h18M3 12h18M3 18h11'),
  close: line('M5 5l14 14M19 5L5 19'),
  back: line('M11 4l-8 8 8 8M3.5 12H21'),
  home: fill('M12 2.5L22 11v10.5h-7V15H9v6.5H2V11z'),
  podium: fill('M2 13h6v8H2zM9 4h6v17H9zM16 9h6v12h-6z'),
  whistle: fill(
    'M9.5 8H22v4.5h-7.2A6.3 6.3 0 1 1 9.5 8zm-1 4.2a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2zM8 2h2.4v4H8zM3.6 3.7l1.8-1.5 2.4 3-1.8 1.5z',
  ),
  help: line(
    'M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6zM9 9.6Q9 7 12 7t3 2.5q0 1.7-3 3v1.7M12 15.8v2.4',
  ),
  mail: line('M2 5h20v14H2zM2 6l10 8 10-8'),
  moon: fill('M20.5 14.8A9 9 0 1 1 9.3 3.4a7.2 7.2 0 0 0 11.2 11.4z'),
  logout: line('M10 3.2H3.7v17.6H10M9 12h11M15 6.5l5.5 5.5-5.5 5.5'),
  bolt: fill('M13.5 1.5L3.5 14h6.5l-1.5 8.5L19.5 9.5H13z'),
  clock: line('M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6zM12 6.5V12l4 2.7'),
  play: fill('M6 3.5L20.5 12 6 20.5z'),
  skip: fill('M3 4l9 8-9 8zM12 4l9 8-9 8z'),
  freeze: line(
    'M12 2v20M3.3 7l17.4 10M20.7 7L3.3 17M9 3.5l3 2.7 3-2.7M9 20.5l3-2.7 3 2.7M3 10.5l3.5-1.6L6 5M21 13.5l-3.5 1.6.5 3.9M21 10.5l-3.5-1.6L18 5M3 13.5l3.5 1.6L6 19',
  ),
  double: line('M2.5 9.5l7 8M9.5 9.5l-7 8M12.8 9q0-4 4.2-4t4.2 3.8q0 2.4-8 8.5h8.8'),
  fifty: [{ d: 'M12 2a10 10 0 0 0 0 20z' }, { d: 'M12 3.2a8.8 8.8 0 0 1 0 17.6', stroke: 2.4 }],
  ticket: line(
    'M2.2 6.2h19.6v3.3a2.5 2.5 0 0 0 0 5v3.3H2.2v-3.3a2.5 2.5 0 0 0 0-5zM14.5 7v2.5m0 1.3v2.4m0 1.3V17',
  ),
  sound: [
    { d: 'M2 8.5h4.5L12.5 3v18l-6-5.5H2z' },
    { d: 'M15.5 8.5a5 5 0 0 1 0 7M18.3 5.5a9.2 9.2 0 0 1 0 13', stroke: 2.4 },
  ],
  check: mark('M3.5 12.5l5.7 5.7L20.5 6.5'),
  cross: mark('M5 5l14 14M19 5L5 19'),
  minus: mark('M4 12h16'),
  plus: mark('M12 4v16M4 12h16'),
  'wifi-off': line(
    'M2 9.5Q12 1 22 9.5M5.6 13.5Q12 8 18.4 13.5M9 17.3q3-2.5 6 0M12 19.2v2M3.5 21.5L20.5 2.5',
  ),
  'cloud-up': line(
    'M7.5 17.8H6.3A4.3 4.3 0 0 1 6 9.3a6.3 6.3 0 0 1 12.2 1.2 3.7 3.7 0 0 1-.4 7.3h-1.3M12 21.5v-8M8.3 16.2L12 12.5l3.7 3.7',
  ),
  download: line('M12 2v13M6 10l6 6 6-6M3 21h18'),
  refresh: line('M20.5 12a8.5 8.5 0 1 1-2.6-6.1M20.5 2.5v5.7h-5.7'),
  'chev-down': mark('M4.5 8l7.5 7.5L19.5 8'),
  camera: fill(
    'M2 6.5h5l2-3h6l2 3h5v14H2zM12 9a4.5 4.5 0 1 0 0 9 4.5 4.5 0 0 0 0-9zm0 2.2a2.3 2.3 0 1 1 0 4.6 2.3 2.3 0 0 1 0-4.6z',
  ),
  user: fill('M12 2a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM2 22q0-8 10-8t10 8z'),
  search: line('M10 3a7 7 0 1 1 0 14 7 7 0 0 1 0-14zM15 15l6 6'),
  bank: fill(
    'M12 2l10 5.5V10H2V7.5zM4 11.5h3V18H4zM10.5 11.5h3V18h-3zM17 11.5h3V18h-3zM2 19.3h20V22H2z',
  ),
  calendar: line('M3 5h18v16H3zM3 10h18M8 2v5M16 2v5'),
  phone: line('M7 2h10v20H7zM10 18h4'),
  card: line('M2 5h20v14H2zM2 10h20M6 15h5'),
  cash: line('M2 6h20v12H2zM12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6zM5 12h2M17 12h2'),
  live: [
    { d: 'M12 8.4a3.6 3.6 0 1 1 0 7.2 3.6 3.6 0 0 1 0-7.2z' },
    {
      d: 'M6.6 17.4a7.6 7.6 0 0 1 0-10.8M17.4 6.6a7.6 7.6 0 0 1 0 10.8M3.4 20.6a12 12 0 0 1 0-17.2M20.6 3.4a12 12 0 0 1 0 17.2',
      stroke: 2.4,
    },
  ],
  lock: fill('M6 10V7.5a6 6 0 0 1 12 0V10h2v11.5H4V10zm2.5 0h7V7.5a3.5 3.5 0 0 0-7 0z'),
  info: line('M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6zM12 10.5v6.5M12 6.5v2.4'),
  warn: fill('M12 1.8L23 21.5H1zM10.7 9l.4 6.5h1.8l.4-6.5zM10.7 16.7v2.5h2.6v-2.5z'),
  flag: fill('M4 2h2.4v20H4zM7.5 3L21 7.5 7.5 12z'),
  'level-easy': [
    { d: 'M3 14h5v7H3z' },
    { d: 'M10.4 9.9h3.2v10.2h-3.2zM17 3.9h3.2v16.2H17z', stroke: 1.8 },
  ],
  'level-medium': [
    { d: 'M3 14h5v7H3zM9.5 9h5v12h-5z' },
    { d: 'M17 3.9h3.2v16.2H17z', stroke: 1.8 },
  ],
  'level-hard': fill('M3 14h5v7H3zM9.5 9h5v12h-5zM16 3h5v18h-5z'),
  dice: fill(
    'M3 3h18v18H3zM7.5 6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm9 8.6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z',
  ),
} satisfies Record<string, IconPart[]>;

export type IconName = keyof typeof ICONS;

type Props = {
  name: IconName;
  /** The icon's width and height in CSS pixels. */
  size?: number;
  /** The icon's meaning for screen readers, needed if no word is next to it. */
  label?: string;
  className?: string | undefined;
};

export function Icon({ name, size = 24, label, className }: Props) {
  const parts: IconPart[] = ICONS[name];
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: hidden, or named by aria-label.
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={className}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      focusable="false"
    >
      {parts.map(({ d, stroke }) =>
        stroke ? (
          <path key={d} d={d} fill="none" stroke="currentColor" strokeWidth={stroke} />
        ) : (
          <path key={d} d={d} fill="currentColor" fillRule="evenodd" />
        ),
      )}
    </svg>
  );
}
