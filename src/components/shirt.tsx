type Props = { className?: string | undefined };

/** A shirt in the colour of the text; its size comes from the class. */
export function Shirt({ className }: Props) {
  return (
    <svg viewBox="0 0 40 40" className={className} aria-hidden="true">
      <path fill="currentColor" d="M13 5L2 11l4 10 5-2v18h18V19l5 2 4-10-11-6q-7 6-14 0z" />
    </svg>
  );
}
