/**
 * Waits for work, at most for `ms` milliseconds. Gives `otherwise` if the work takes longer or fails.
 * Never throws.
 */
export async function within<Result, const Otherwise>(
  ms: number,
  work: Promise<Result>,
  otherwise: Otherwise,
): Promise<Result | Otherwise> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<Otherwise>((resolve) => {
    timer = setTimeout(resolve, ms, otherwise);
  });
  try {
    return await Promise.race([work, late]);
  } catch {
    return otherwise;
  } finally {
    clearTimeout(timer);
  }
}
