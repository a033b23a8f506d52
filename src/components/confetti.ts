import confetti from 'canvas-confetti';
import styles from './confetti.module.css';

/** How many animation steps the pieces fly. At 60 steps a second that is about 2.5 s. */
const STEPS = 150;

const COLOURS = ['--c-primary', '--c-gold', '--c-on-night', '--c-night-ok', '--kit-3', '--kit-4'];

/** Throws confetti once, on a canvas of its own over the page. Gives a function that removes it. */
export function throwConfetti(particles: number): () => void {
  const canvas = document.createElement('canvas');
  canvas.className = styles.canvas ?? '';
  canvas.dataset.particles = `${particles}`;
  canvas.ariaHidden = 'true';
  document.body.append(canvas);
  const tokens = getComputedStyle(document.documentElement);
  const shoot = confetti.create(canvas, { resize: true, disableForReducedMotion: true });
  const remove = () => {
    shoot.reset();
    canvas.remove();
  };
  void shoot({
    particleCount: particles,
    colors: COLOURS.map((name) => tokens.getPropertyValue(name).trim()),
    spread: 100,
    startVelocity: 42,
    ticks: STEPS,
    origin: { y: 0.45 },
  })?.then(remove);
  return remove;
}
