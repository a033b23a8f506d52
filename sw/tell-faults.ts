import type { WorkerFault } from '../src/config/worker-fault.ts';
import { ownScope } from './scope.ts';

/** Tells the pages what nobody in the worker dealt with: they report it, where any is open. */
export function tellFaults(): void {
  // What fails here is let go: it would be told again and again.
  const told = (thrown: unknown) => void tell(thrown).catch(() => undefined);
  ownScope.addEventListener('error', ({ error }) => told(error));
  ownScope.addEventListener('unhandledrejection', ({ reason }) => told(reason));
}

async function tell(thrown: unknown): Promise<void> {
  if (!(thrown instanceof Error)) return;
  const { name, message, stack = '' } = thrown;
  const fault: WorkerFault = { type: 'fault', thrown: { name, message, stack } };
  const [page] = await ownScope.clients.matchAll({ type: 'window' });
  page?.postMessage(fault);
}
