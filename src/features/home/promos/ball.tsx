type Props = {
  /** Its middle, as `x y` of the drawing around it. */
  at: string;
  /** 1 is 24 across from the middle. */
  scale?: number;
};

/** A football inside a drawing. */
export function Ball({ at, scale = 1 }: Props) {
  return (
    <g transform={`translate(${at}) scale(${scale})`}>
      <circle r="24" fill="#FFFBF0" />
      <path
        fill="#06232B"
        d="M0-10.1L9.6-3.1L5.9 8.1L-5.9 8.1L-9.6-3.1ZM-9.3-21.8L0-17.3L9.3-21.8A24 24 0 0 0-9.3-21.8ZM17.9-15.6L16.4-5.3L23.5 2A24 24 0 0 0 17.9-15.6ZM20.3 12.2L10.1 14L5.3 23A24 24 0 0 0 20.3 12.2ZM-5.3 23L-10.1 14L-20.3 12.2A24 24 0 0 0-5.3 23ZM-23.5 2L-16.4-5.3L-17.9-15.6A24 24 0 0 0-23.5 2Z"
      />
    </g>
  );
}
