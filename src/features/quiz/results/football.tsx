/** The dark patches of a ball and its seams, of a ball that is 36 from its middle to its edge. */
export const PATCHES =
  'M0-15.1L14.4-4.7L8.9 12.2L-8.9 12.2L-14.4-4.7ZM-13.9-32.6L0-25.9L13.9-32.6A36 36 0 0 0-13.9-32.6ZM26.8-23.3L24.7-8L35.3 3.1A36 36 0 0 0 26.8-23.3ZM30.4 18.3L15.2 21L8 34.6A36 36 0 0 0 30.4 18.3ZM-8 34.6L-15.2 21L-30.4 18.3A36 36 0 0 0-8 34.6ZM-35.3 3.1L-24.7-8L-26.8-23.3A36 36 0 0 0-35.3 3.1Z';
export const SEAMS =
  'M0-15.1L0-27.4M14.4-4.7L26-8.5M8.9 12.2L16.1 22.1M-8.9 12.2L-16.1 22.1M-14.4-4.7L-26-8.5';

/** The edge of a ball from its middle. */
export const BALL_RADIUS = 36;

/** Paper and ink of a ball, the same in every theme. */
export const BALL_COLOURS = { paper: '#FFFBF0', ink: '#06232B' } as const;

type Props = { x: number; y: number; width: number };

/** A football inside a drawing, around `x y`. */
export function Football({ x, y, width }: Props) {
  const { paper, ink } = BALL_COLOURS;
  return (
    <g transform={`translate(${x} ${y}) scale(${width / (2 * BALL_RADIUS)})`}>
      <circle r={BALL_RADIUS} fill={paper} />
      <path d={PATCHES} fill={ink} />
      <path d={SEAMS} stroke={ink} strokeWidth="4" />
    </g>
  );
}
