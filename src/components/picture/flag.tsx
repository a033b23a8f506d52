import styles from './picture.module.css';
import type { Drawing, Mark } from './picture.tsx';

const WIDTH = 150;
const HEIGHT = 100;

/** A flag of 150 by 100 units with a chalk outline. */
export function Flag({ bands, colours, weights, marks = [] }: Extract<Drawing, { kind: 'flag' }>) {
  const parts = weights ?? colours.map(() => 1);
  const whole = parts.reduce((sum, part) => sum + part, 0);
  const isLevel = bands === 'level';
  const sizes = parts.map((part) => (part * (isLevel ? HEIGHT : WIDTH)) / whole);
  return (
    <svg viewBox="-6 -6 162 112" aria-hidden="true">
      {colours.map((colour, index) => {
        const from = sizes.slice(0, index).reduce((sum, size) => sum + size, 0);
        const size = sizes[index] ?? 0;
        const d = isLevel
          ? `M0 ${from}h${WIDTH}v${size}H0z`
          : `M${from} 0h${size}v${HEIGHT}h-${size}z`;
        // biome-ignore lint/suspicious/noArrayIndexKey: bands never change their places
        return <path key={index} fill={`#${colour}`} d={d} />;
      })}
      {marks.map((mark) => (
        <path key={mark.join(' ')} fill={`#${mark[1]}`} d={shapeOf(mark)} />
      ))}
      <path className={styles.outline} strokeWidth="2" d={`M0 0h${WIDTH}v${HEIGHT}H0z`} />
    </svg>
  );
}

/** Draws a mark. `size` is the breadth of a single shape, or the thickness of a cross. */
function shapeOf([shape, , x, y, size]: Mark): string {
  const half = size / 2;
  switch (shape) {
    case 'disc':
      return `M${x - half} ${y}a${half} ${half} 0 1 0 ${size} 0a${half} ${half} 0 1 0 -${size} 0z`;
    case 'star':
      return starAt(x, y, half);
    case 'triangle':
      return `M0 0L${size} ${HEIGHT / 2}L0 ${HEIGHT}z`;
    case 'cross':
      return `M0 ${y - half}h${WIDTH}v${size}H0zM${x - half} 0h${size}v${HEIGHT}h-${size}z`;
    case 'saltire':
      return saltire(size);
    case 'bar':
      return `M${x - half} 0h${size}v${HEIGHT}h-${size}z`;
    default:
      return `M${x - half} ${y - half}h${size}v${size}h-${size}z`;
  }
}

/**
 * How far the inner points of a five-pointed star are from its middle, as a part of the outer ones'
 * distance.
 */
const STAR_WAIST = 0.382;

function starAt(x: number, y: number, radius: number): string {
  const points = Array.from({ length: 10 }, (_, index) => {
    const angle = (index * Math.PI) / 5;
    const far = index % 2 === 0 ? radius : radius * STAR_WAIST;
    return `${(x + far * Math.sin(angle)).toFixed(1)} ${(y - far * Math.cos(angle)).toFixed(1)}`;
  });
  return `M${points.join('L')}z`;
}

/** Two bars from corner to corner. The flag's frame cuts off the parts that reach over its edge. */
function saltire(size: number): string {
  const [dx, dy] = [size * 0.9, size * 0.6];
  const [w, h] = [WIDTH, HEIGHT];
  const down = `M0 0H${dx}L${w} ${h - dy}V${h}H${w - dx}L0 ${dy}z`;
  const up = `M0 ${h}V${h - dy}L${w - dx} 0H${w}V${dy}L${dx} ${h}z`;
  return down + up;
}
