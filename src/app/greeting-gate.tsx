import { type ComponentType, useEffect, useState } from 'react';
import { announce, lookUntil, mayGreet } from '../lib/popup-order.ts';
import { useSignedInPlayer } from '../session/use-player.ts';

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
    const stop = lookUntil(() => {
      if (!mayGreet()) return false;
      askedFor = playerId;
      // Without a line its code may be missing: the next opening greets.
      loadGreeting().then(
        (part) => setPart(() => part),
        () => setDone(true),
      );
      return true;
    });
    return () => {
      stop();
      arrive();
    };
  }, [isDone, playerId]);

  return Part && !isDone ? <Part onDone={() => setDone(true)} /> : null;
}
