import type { ComponentProps } from 'react';
import { useLoaded } from '../../components/screens.tsx';
import type { CodeStep } from './code-step.tsx';

const load = () => import('./code-step.tsx').then((part) => part.CodeStep);

/**
 * Loads the code step when a code is due, because most players are never asked for a code. The page around
 * it stays as it is until the code step has loaded.
 */
export function DueCodeStep(props: ComponentProps<typeof CodeStep>) {
  const Loaded = useLoaded(load);
  return Loaded ? <Loaded {...props} /> : <p role="status">Loading…</p>;
}
