import confetti from 'canvas-confetti';
import { CONFETTI_PARTICLES } from '../../../rules/tournament.ts';
import styles from './confetti.module.css';

/** In the middle of what the design allows. */
const PARTICLES = Math.round((CONFETTI_PARTICLES.min + CONFETTI_PARTICLES.max) / 2);

/** How long the pieces fly: at 60 steps a second some 2.5 s. */
const STEPS = 150;

const COLOURS = ['--c-primary', '--c-gold', '--c-on-night', '--c-night-ok', '--kit-3', '--kit-4'];

/** Throws the confetti once, on a canvas of its own over the page; gives what takes it away. */
export function throwConfetti(): () => void {
  const canvas = document.createElement('canvas');
  canvas.className = styles.canvas ?? '';
  canvas.dataset.particles = `${PARTICLES}`;
  canvas.ariaHidden = 'true';
  document.body.append(canvas);
  const tokens = getComputedStyle(document.documentElement);
  const shoot = confetti.create(canvas, { resize: true, disableForReducedMotion: true });
  const remove = () => {
    shoot.reset();
    canvas.remove();
  };
  void shoot({
    particleCount: PARTICLES,
    colors: COLOURS.map((name) => tokens.getPropertyValue(name).trim()),
    spread: 100,
    startVelocity: 42,
    ticks: STEPS,
    origin: { y: 0.45 },
  })?.then(remove);
  return remove;
}
