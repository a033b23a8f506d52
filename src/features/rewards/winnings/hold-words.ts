import type { IconName } from '../../../components/icon.tsx';
import { bankPath, paths } from '../../../config/paths.ts';
import type { Payout, ProofAsk } from '../../../contract/payouts.ts';
import { dayAndTimeText, dayText } from '../../../lib/time.ts';
import { ADULT_AGE_YEARS } from '../../../rules/players.ts';

/** What holds a prize, in plain words, and the way on; `null` where nothing is the player's to do. */
export type HoldWords = {
  icon: IconName;
  title: string;
  text: string;
  way: { name: string; to: string } | null;
};

type Known = {
  proof: ProofAsk | null;
  /** The player's date of birth, as `2008-11-18`. */
  dob: string | null;
  /** Epoch milliseconds. */
  now: number;
};

const MOVES = 'Then the prize moves by itself.';
const CONTACT = { name: 'Contact Us', to: paths.contact };

/** Why a prize is held (game.md#held-prizes); of a reason that is not told, that somebody looks at it. */
export function holdWords(
  { reason, mendBy, resumesAt }: Payout,
  { proof, dob, now }: Known,
): HoldWords {
  const by = mendBy ? ` by ${dayText(Date.parse(mendBy), now)}` : '';
  switch (reason) {
    case 'no-bank-account':
      return {
        icon: 'bank',
        title: 'We need your bank account',
        text: `Add it${by}. A day later the prize moves by itself.`,
        way: { name: 'Add bank account', to: bankPath },
      };
    case 'no-birth-date':
      return {
        icon: 'calendar',
        title: 'We need your date of birth',
        text: `Cash is for players of ${ADULT_AGE_YEARS} years or more. Enter it${by}. ${MOVES}`,
        way: { name: 'Enter my date of birth', to: paths.profile },
      };
    case 'under-age':
      return {
        icon: 'calendar',
        title: `You are under ${ADULT_AGE_YEARS}`,
        text: `Cash is for players of ${ADULT_AGE_YEARS} years or more.${adultFromText(dob, now)}`,
        way: { name: 'Check my date of birth', to: paths.profile },
      };
    case 'coins-taken-back':
      return {
        icon: 'info',
        title: 'A payment of yours was taken back',
        text: 'This prize is for players who buy enough coins in its month. Without that payment you have too few.',
        way: CONTACT,
      };
    case 'proof-round':
      return proofWords(proof, by, now);
    case 'bank-changed':
      return {
        icon: 'clock',
        title: 'Your bank account is new',
        text: resumesAt
          ? `For your safety we wait. The prize goes on ${dayAndTimeText(Date.parse(resumesAt), now)}.`
          : 'For your safety we wait a day. Then the prize goes on.',
        way: null,
      };
    case 'bank-shared':
      return {
        icon: 'bank',
        title: 'A person checks your bank account',
        text: 'Another player has it, or has one in the same name. Each player needs their own. Tell us if this is wrong.',
        way: CONTACT,
      };
    case 'sent-back':
      return {
        icon: 'bank',
        title: 'Your bank sent it back',
        text: `Check your account, or add another one${by}. A day later the prize moves by itself.`,
        way: { name: 'Check bank account', to: bankPath },
      };
    case 'claim':
      return {
        icon: 'info',
        title: 'A payment of yours was taken back',
        text: 'Your Passbook says what is owed. The prize waits until that is settled.',
        way: CONTACT,
      };
    case 'second-approval':
      return {
        icon: 'clock',
        title: 'A second person checks it',
        text: 'Large prizes are checked by two people. You need not do anything.',
        way: null,
      };
    default:
      return {
        icon: 'search',
        title: 'A person looks at your games',
        text: 'We tell you here how it ends. We never refuse in silence.',
        way: CONTACT,
      };
  }
}

function proofWords(proof: ProofAsk | null, by: string, now: number): HoldWords {
  const playBy =
    proof && Date.parse(proof.by) > now ? ` by ${dayText(Date.parse(proof.by), now)}` : by;
  const questions = proof ? `${proof.questions} sealed questions wait` : 'Sealed questions wait';
  return {
    icon: 'lock',
    title: proof?.isOpen ? 'Your sealed questions go on' : `${questions} for you`,
    text: `Play them${playBy}. ${MOVES}`,
    way: { name: 'Confirm your win', to: paths.proof },
  };
}

/** From when on a player may be paid, by their date of birth. */
function adultFromText(dob: string | null, now: number): string {
  if (!dob) return '';
  const [year = '', ...rest] = dob.split('-');
  const birthday = Date.parse(
    `${[Number(year) + ADULT_AGE_YEARS, ...rest].join('-')}T00:00:00+01:00`,
  );
  return Number.isNaN(birthday) ? '' : ` You are ${ADULT_AGE_YEARS} on ${dayText(birthday, now)}.`;
}
