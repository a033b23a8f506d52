import { type ComponentType, useEffect, useState } from 'react';
import { announce, mayGreet } from '../session/popup-order.ts';
import { useSignedInPlayer } from '../session/use-player.ts';

/** The dashboard is still before a win is asked for. */
const STILL_MS = 600;

const loadGreeting = () =>
  import('../features/rewards/greeting/win-greeting.tsx').then((part) => part.WinGreeting);

type Greeting = ComponentType<{ onDone: () => void }>;

/** The player whose wins were asked for in this opening: once. */
let askedFor: string | null = null;

/** Greets the player with what they have won since the last opening (flows.md#greeting). */
export function GreetingGate() {
  const { id: playerId } = useSignedInPlayer();
  const [Part, setPart] = useState<Greeting | null>(null);
  const [isDone, setDone] = useState(askedFor === playerId);

  useEffect(() => {
    if (isDone) return;
    const arrive = announce('greeting');
    const timer = setInterval(() => {
      if (!mayGreet()) return;
      clearInterval(timer);
      askedFor = playerId;
      // Without a line its code may be missing: the next opening greets.
      loadGreeting().then(
        (part) => setPart(() => part),
        () => setDone(true),
      );
    }, STILL_MS);
    return () => {
      clearInterval(timer);
      arrive();
    };
  }, [isDone, playerId]);

  return Part && !isDone ? <Part onDone={() => setDone(true)} /> : null;
}
