import { useEffect, useReducer } from 'react';
import { useNavigate } from 'react-router-dom';
import { paths } from '../../config/paths.ts';
import { NetworkError } from '../../lib/errors.ts';
import { signInReducer } from './sign-in-reducer.ts';
import type { PlayerEvent, SignIn } from './sign-in-state.ts';

/** The steps at which the player is asked for something, or offered a way on. */
const ASKING = ['number', 'code', 'details', 'failed', 'unconfirmed'];

/** Makes each step's call and leads home whoever is in; a screen that was left changes nothing. */
export function useSignIn(start: () => SignIn) {
  const navigate = useNavigate();
  const [state, send] = useReducer(signInReducer, null, start);
  const { turn, step } = state;
  const isBusy = !ASKING.includes(step.is);

  // It loads while the number is typed: the screen itself comes up without it.
  useEffect(() => void loadCalls().catch(() => undefined), []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each step is carried out once.
  useEffect(() => {
    if (!isBusy) return;
    let isGone = false;
    const goOn = async () => {
      const calls = await loadCalls();
      if (isGone || step.is !== 'in') return isGone ? null : calls.carryOut(state);
      calls.enter(state);
      navigate(paths.home, { replace: true });
      return null;
    };
    goOn().then(
      (outcome) => outcome && send({ ...outcome, turn }),
      (error) => send({ is: 'failed', error, turn }),
    );
    return () => {
      isGone = true;
    };
  }, [turn]);

  return { state, isBusy, send: send as (event: PlayerEvent) => void };
}

/** For the player, code that does not arrive is the same as an answer that does not. */
function loadCalls() {
  return import('./api/carry-out.ts').catch((cause) => {
    throw new NetworkError({ cause });
  });
}
