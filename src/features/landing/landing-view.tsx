import { Scarf, Wordmark } from '../../components/brand.tsx';
import { Button, cx, LinkButton } from '../../components/button.tsx';
import { paths } from '../../config/paths.ts';
import { NO_NETWORK_MESSAGE } from '../../lib/errors.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import styles from './landing-view.module.css';

type LandingViewProps = {
  /** Whether a week's top players win. A day's top players always win. */
  hasWeek: boolean;
  /** How far the loading of the requested dialog has come. */
  progress: 'idle' | 'loading' | 'failed';
  onGetStarted: () => void;
  /** `undefined` while the questions are not on the phone. The link's space is kept. */
  onTryFive?: (() => void) | undefined;
  onTerms: () => void;
};

/** The landing (pages.md#landing): one screen with one orange button. */
export function LandingView(props: LandingViewProps) {
  const { hasWeek, progress, onGetStarted, onTryFive, onTerms } = props;
  return (
    <main className={cx('on-night', styles.landing)}>
      <Wordmark className={styles.logo} />
      <div className={styles.body}>
        <h1 className={styles.headline}>
          Win fast <em>cash!</em>
        </h1>
        {progress === 'failed' ? (
          <p className={styles.text} role="alert">
            {NO_NETWORK_MESSAGE}
          </p>
        ) : (
          <p className={styles.text}>
            Answer football related questions & win cash when you make top 3 on the leaderboard
            <small>
              {hasWeek
                ? 'The top players of each week and each day win.'
                : 'The top players of each day win.'}
            </small>
          </p>
        )}
        <Button size="lg" loading={progress === 'loading'} onClick={onGetStarted}>
          Get started
        </Button>
        <div className={styles.try}>
          {onTryFive && <LinkButton onClick={onTryFive}>Try five questions</LinkButton>}
        </div>
        <div className={styles.foot}>
          <LinkButton onClick={onTerms}>Terms & Condition</LinkButton>
          {/* A plain link, because index.html shows this view before the router has loaded. */}
          <a href={paths.privacy} className={styles.privacy}>
            Privacy
          </a>
          <p className={styles.age}>
            {ADULT_AGE_YEARS}+<span className="vh"> only</span>
          </p>
        </div>
      </div>
      {/* It follows the words in the document, so that these appear first. CSS puts it above them. */}
      <LandingArt className={styles.art} />
      <Scarf />
    </main>
  );
}

/** The flying coins: x, y, rotation in degrees, size. */
const COINS = [
  [86, 200, -14, 1.5],
  [112, 214, 10, 1.9],
  [274, 201, 18, 1.5],
  [248, 215, -8, 2],
  [114, 100, 20, 1.2],
  [250, 94, -20, 1.2],
  [218, 62, 8, 1],
  [146, 58, -10, 1],
  [58, -6, 16, 1],
  [304, -14, -12, 1],
  [184, 14, 4, 0.8],
  [112, -34, -20, 0.7],
  [248, -40, 18, 0.7],
] as const;

const PYLONS = [0, 264];

type LandingArtProps = { className?: string | undefined };

/** A ball on the penalty spot at night, with coins around it. It is inline, so it appears with the text. */
function LandingArt({ className }: LandingArtProps) {
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
            strokeDasharray="0 14"
            d="M27 50h43M27 68h43"
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
        d="M183 139L203 158L191 183L164 179L159 152ZM166 109L186 122L208 115A56 56 0 0 0 166 109ZM226 132L220 155L234 174A56 56 0 0 0 226 132ZM223 197L199 198L185 217A56 56 0 0 0 223 197ZM160 214L152 191L129 184A56 56 0 0 0 160 214ZM125 159L144 144L144 120A56 56 0 0 0 125 159Z"
      />
      <path
        stroke="#06232b"
        strokeWidth="6.2"
        d="M183 139L186 120M203 158L222 155M191 183L200 200M164 179L150 193M159 152L142 143"
      />
    </svg>
  );
}
