/** How many lines a source file has, and how many of them are comments alone. */
export function sizeOf(source: string): { lines: number; comments: number } {
  const lines = source.trimEnd().split('\n');
  let isInside = false;
  const comments = lines.filter((line) => {
    const text = line.trim();
    const isComment = isInside || /^(\/\/|\/\*|\{\/\*)/.test(text);
    if (isComment && !text.startsWith('//')) isInside = !text.includes('*/');
    return isComment;
  });
  return { lines: lines.length, comments: comments.length };
}

/** The value that so great a share of the values does not exceed: 0.5 gives the median. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0;
}
