/** What an icon draws: a filled shape, or a line of so many units on the 24 grid. */
export type IconPart = { d: string; stroke?: number };

const fill = (d: string): IconPart[] => [{ d }];
const line = (d: string): IconPart[] => [{ d, stroke: 2.4 }];
const mark = (d: string): IconPart[] => [{ d, stroke: 3.4 }];

export const ICONS = {
  menu: line('M3 6h18M3 12h18M3 18h11'),
  close: line('M5 5l14 14M19 5L5 19'),
  back: line('M11 4l-8 8 8 8M3.5 12H21'),
  home: fill('M12 2.5L22 11v10.5h-7V15H9v6.5H2V11z'),
  podium: fill('M2 13h6v8H2zM9 4h6v17H9zM16 9h6v12h-6z'),
  card: line('M2.2 5.2h19.6v13.6H2.2zM2 10h20M6 15h5'),
  user: fill('M12 2.5a4.8 4.8 0 1 1 0 9.6 4.8 4.8 0 0 1 0-9.6zM2.5 21.5Q2.5 14 12 14t9.5 7.5z'),
  whistle: fill(
    'M9.5 8H22v4.5h-7.2A6.3 6.3 0 1 1 9.5 8zm-1 4.2a2.1 2.1 0 1 0 0 4.2 2.1 2.1 0 0 0 0-4.2zM8 2h2.4v4H8zM3.6 3.7l1.8-1.5 2.4 3-1.8 1.5z',
  ),
  help: line(
    'M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6zM9 9.6Q9 7 12 7t3 2.5q0 1.7-3 3v1.7M12 15.8v2.4',
  ),
  mail: line('M2.2 5.2h19.6v13.6H2.2zM2.5 6.5l9.5 7 9.5-7'),
  ticket: line(
    'M2.2 6.2h19.6v3.3a2.5 2.5 0 0 0 0 5v3.3H2.2v-3.3a2.5 2.5 0 0 0 0-5zM14.5 7v2.5m0 1.3v2.4m0 1.3V17',
  ),
  moon: fill('M20.5 14.8A9 9 0 1 1 9.3 3.4a7.2 7.2 0 0 0 11.2 11.4z'),
  sun: fill(
    'M12 7a5 5 0 1 1 0 10 5 5 0 0 1 0-10zM10.8 1h2.4v4h-2.4zM10.8 19h2.4v4h-2.4zM1 10.8h4v2.4H1zM19 10.8h4v2.4h-4zM3.4 5.1l1.7-1.7 2.8 2.8-1.7 1.7zM16.1 17.8l1.7-1.7 2.8 2.8-1.7 1.7zM18.9 3.4l1.7 1.7-2.8 2.8-1.7-1.7zM6.2 16.1l1.7 1.7-2.8 2.8-1.7-1.7z',
  ),
  logout: line('M10 3.2H3.7v17.6H10M9 12h11M15 6.5l5.5 5.5-5.5 5.5'),
  bolt: fill('M13.5 1.5L3.5 14h6.5l-1.5 8.5L19.5 9.5H13z'),
  clock: line('M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6zM12 6.5V12l4 2.7'),
  play: fill('M6 3.5L20.5 12 6 20.5z'),
  skip: fill('M3 4l9 8-9 8zM12 4l9 8-9 8z'),
  check: mark('M3.5 12.5l5.7 5.7L20.5 6.5'),
  cross: mark('M5 5l14 14M19 5L5 19'),
  minus: mark('M4 12h16'),
  plus: mark('M12 4v16M4 12h16'),
  lock: fill('M6 10V7.5a6 6 0 0 1 12 0V10h2v11.5H4V10zm2.5 0h7V7.5a3.5 3.5 0 0 0-7 0z'),
  'wifi-off': line(
    'M2 9.5Q12 1 22 9.5M5.6 13.5Q12 8 18.4 13.5M9 17.3q3-2.5 6 0M12 19.2v2M3.5 21.5L20.5 2.5',
  ),
  'cloud-up': line(
    'M7.5 17.8H6.3A4.3 4.3 0 0 1 6 9.3a6.3 6.3 0 0 1 12.2 1.2 3.7 3.7 0 0 1-.4 7.3h-1.3M12 21.5v-8M8.3 16.2L12 12.5l3.7 3.7',
  ),
  refresh: line('M20.5 12a8.5 8.5 0 1 1-2.6-6.1M20.5 2.5v5.7h-5.7'),
  download: line('M12 2.5v12.7M6 9.7l6 6 6-6M3.5 20.7h17'),
  edit: fill('M16.5 2.5l5 5L8.5 20.5l-6.5 1.5L3.5 15.5z'),
  'chev-right': mark('M8 4.5l7.5 7.5L8 19.5'),
  'chev-down': mark('M4.5 8l7.5 7.5L19.5 8'),
  phone: line('M6.7 2.2h10.6v19.6H6.7zM10 18.3h4'),
  info: line('M12 2.7a9.3 9.3 0 1 1 0 18.6 9.3 9.3 0 0 1 0-18.6zM12 10.5v6.5M12 6.5v2.4'),
  warn: fill('M12 1.8L23 21.5H1zM10.7 9l.4 6.5h1.8l.4-6.5zM10.7 16.7v2.5h2.6v-2.5z'),
  calendar: line('M3.2 5.2h17.6v15.6H3.2zM3 10h18M8 2.5v4.5M16 2.5v4.5'),
  flag: fill('M4 2h2.4v20H4zM7.5 3L21 7.5 7.5 12z'),
  bars1: [
    { d: 'M3 14h5v7H3z' },
    { d: 'M10.4 9.9h3.2v10.2h-3.2zM17 3.9h3.2v16.2H17z', stroke: 1.8 },
  ],
  bars2: [{ d: 'M3 14h5v7H3zM9.5 9h5v12h-5z' }, { d: 'M17 3.9h3.2v16.2H17z', stroke: 1.8 }],
  bars3: fill('M3 14h5v7H3zM9.5 9h5v12h-5zM16 3h5v18h-5z'),
  dice: fill(
    'M3 3h18v18H3zM7.5 6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zm9 8.6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM12 10.3a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z',
  ),
} satisfies Record<string, IconPart[]>;

/** The name of an icon. */
export type IconName = keyof typeof ICONS;
