/** Whether the player asked for reduced motion, or the browser cannot tell (design.md#motion). */
export function isStill(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
}
