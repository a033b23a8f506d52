import styles from './landing-art.module.css';

/** Where each flying coin hangs: x, y, turn in degrees, size. */
const COINS = [
  [86, 200, -14, 1.5],
  [112, 214, 10, 1.9],
  [274, 201, 18, 1.5],
  [248, 215, -8, 2],
  [114, 100, 20, 1.2],
  [250, 94, -20, 1.2],
  [218, 62, 8, 0.95],
  [146, 58, -10, 0.95],
  [58, -6, 16, 1],
  [304, -14, -12, 1],
  [184, 14, 4, 0.8],
  [112, -34, -20, 0.7],
  [248, -40, 18, 0.7],
] as const;

const PYLONS = [0, 264];

type Props = { className?: string | undefined };

/** A ball on the spot at night, with coins round it: inline, so that it is there with the text. */
export function LandingArt({ className }: Props) {
  return (
    <svg
      viewBox="0 -110 360 360"
      preserveAspectRatio="xMidYMax slice"
      className={className}
      aria-hidden="true"
    >
      <defs>
        <g id="landing-coin">
          <circle r="11" cy="1.5" className={styles.goldEdge} />
          <circle r="11" className={styles.gold} />
          <path className={styles.goldEdge} d="M0-6l5.7 4.1-2.2 6.7h-7l-2.2-6.7z" />
        </g>
        <g id="landing-pylon">
          <path className={styles.line} d="M45 78h6v92h-6z" />
          <path className={styles.night3} d="M16 38h64v42H16z" />
          <path
            stroke="#fffbf0"
            strokeWidth="11"
            strokeLinecap="round"
            d="M27 50h.1M41 50h.1M55 50h.1M69 50h.1M27 68h.1M41 68h.1M55 68h.1M69 68h.1"
          />
        </g>
      </defs>
      <path className={styles.night2} d="M16 80L-60 250h330L80 80zM344 80l76 170H90L280 80z" />
      <path className={styles.night3} d="M180 160L268 250H92z" />
      {PYLONS.map((x) => (
        <use key={x} href="#landing-pylon" x={x} />
      ))}
      <path className={styles.night3} d="M-20 112q200 16 400 0v60H-20z" />
      <g fill="none" strokeWidth="6.5" strokeLinecap="round">
        <path
          className={styles.seats}
          strokeDasharray="0 12"
          d="M-12 124h390M-6 136h390M-12 148h390"
        />
        <path
          className={styles.fans}
          strokeDasharray="0 36 0 60 0 12"
          d="M0 124h380M30 136h350M12 148h360"
        />
        <path
          className={styles.shirts}
          strokeDasharray="0 48 0 84 0 24"
          d="M24 124h350M-6 136h380M48 148h330"
        />
      </g>
      <path fill="#0b7a3c" d="M-20 166q200-16 400 0v90H-20z" />
      <path
        fill="#0d8c46"
        d="M60 160l58-3-40 98H-20zM162 156h36l14 98h-64zM242 157l58 3 80 95h-98z"
      />
      <g fill="none" stroke="#fffbf0" strokeWidth="3">
        <path d="M-20 180q200-15 400 0" />
        <ellipse cx="180" cy="214" rx="122" ry="26" />
      </g>
      {COINS.map(([x, y, turn, size]) => (
        <use
          key={`${x} ${y}`}
          href="#landing-coin"
          transform={`translate(${x} ${y}) rotate(${turn}) scale(${size})`}
        />
      ))}
      <ellipse cx="180" cy="220" rx="54" ry="9" fill="#06562a" />
      <circle cx="180" cy="162" r="56" fill="#fffbf0" />
      <path
        fill="#06232b"
        d="M183.3 138.7L203.2 157.9L191 182.8L163.7 178.9L158.9 151.7ZM165.7 108.7L185.6 122.1L208.4 114.7A56 56 0 0 0 165.7 108.7ZM226.3 132L219.7 155L233.7 174.4A56 56 0 0 0 226.3 132ZM222.9 196.7L198.9 197.6L184.8 217A56 56 0 0 0 222.9 196.7ZM160.2 213.5L152 191L129.2 183.6A56 56 0 0 0 160.2 213.5ZM124.9 159.1L143.8 144.3L143.8 120.4A56 56 0 0 0 124.9 159.1Z"
      />
      <path
        stroke="#06232b"
        strokeWidth="6.2"
        d="M183.3 138.7L185.9 119.9M203.2 157.9L221.9 154.6M191 182.8L200 199.6M163.7 178.9L150.4 192.6M158.9 151.7L141.7 143.3"
      />
    </svg>
  );
}
