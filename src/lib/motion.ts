/** Whether the player asked for stillness, or the browser cannot say (design.md#motion). */
export function isStill(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? true;
}
