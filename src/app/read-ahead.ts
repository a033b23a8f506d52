/** Reads the code that the next taps lead to: it is on the phone, and then it is ready as well. */
export function readAhead(): void {
  for (const part of PARTS) part().catch(() => undefined);
}

const PARTS: readonly (() => Promise<unknown>)[] = [
  () => import('./signed-in.tsx'),
  () => import('./header-layout.tsx'),
  () => import('../features/home/dashboard/home-page.tsx'),
  () => import('../features/quiz/quiz-page.tsx'),
];
