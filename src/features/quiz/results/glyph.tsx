/** Signs that stand at full time alone: in the set of all icons the first load would carry them. */
const GLYPHS = {
  star: {
    d: 'M12 1.6L14.7 8.9L22.5 9.2L16.4 14L18.5 21.5L12 17.2L5.5 21.5L7.6 14L1.5 9.2L9.3 8.9z',
  },
  up: { d: 'M12 4l10 16H2z' },
  down: { d: 'M12 20L2 4h20z' },
  arrow: { d: 'M3 12h16M12.5 5l7 7-7 7', stroke: 3.4 },
} as const satisfies Record<string, { d: string; stroke?: number }>;

type Props = { name: keyof typeof GLYPHS; size: number };

export function Glyph({ name, size }: Props) {
  const { d, stroke }: { d: string; stroke?: number } = GLYPHS[name];
  const look = stroke
    ? { fill: 'none', stroke: 'currentColor', strokeWidth: stroke }
    : { fill: 'currentColor' };
  return (
    <svg viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
      <path d={d} {...look} />
    </svg>
  );
}
