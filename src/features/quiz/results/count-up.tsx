import { useEffect, useRef, useState } from 'react';
import { formatNumber } from '../../../rules/numbers.ts';

type Props = {
  value: number;
  /** When the counting begins and how long it takes, in milliseconds. */
  afterMs: number;
  withinMs: number;
  /** Whether it stands there at once. */
  isStill: boolean;
  /** Whether nobody sees it yet: then it does not begin. */
  isAside: boolean;
};

/** Points that count up from nothing, once; who listens hears the figure alone. */
export function CountUp({ value, afterMs, withinMs, isStill, isAside }: Props) {
  const shown = useRef<HTMLSpanElement>(null);
  const startedAt = useRef(0);
  const [isOver, setOver] = useState(false);
  useEffect(() => {
    const figure = shown.current;
    if (!figure || isAside) return;
    startedAt.current ||= performance.now();
    let frame = 0;
    const draw = (now: number) => {
      const part = (now - startedAt.current - afterMs) / withinMs;
      figure.textContent = formatNumber(Math.round(value * Math.min(1, Math.max(0, part))));
      if (part < 1) frame = requestAnimationFrame(draw);
      else setOver(true);
    };
    draw(performance.now());
    return () => cancelAnimationFrame(frame);
  }, [value, afterMs, withinMs, isAside]);
  if (isStill || isOver) return <span>{formatNumber(value)}</span>;
  return (
    <>
      <span ref={shown} aria-hidden="true">
        0
      </span>
      <span className="vh">{formatNumber(value)}</span>
    </>
  );
}
