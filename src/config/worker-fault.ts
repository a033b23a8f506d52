/** What the worker tells its pages of something that nobody dealt with. */
export type WorkerFault = { type: 'fault'; thrown: Record<'name' | 'message' | 'stack', string> };

/** Whether a message is the worker's word of a fault. */
export function isWorkerFault(message: unknown): message is WorkerFault {
  return (message as WorkerFault | null)?.type === 'fault';
}
