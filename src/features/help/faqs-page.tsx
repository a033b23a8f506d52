import type { ReactNode } from 'react';
import { Card } from '../../components/card.tsx';
import { Icon } from '../../components/icon.tsx';
import { PageLink, PageScreen } from '../../components/page.tsx';
import { paths } from '../../config/paths.ts';
import { NOT_TWICE } from '../../lib/errors.ts';
import { DEFAULT_OFFER, type Offer, useKnownOffer } from '../../offer/offer.ts';
import { LATE_RESULT_GRACE_MS } from '../../rules/calendar.ts';
import { QUESTIONS_PER_ROUND } from '../../rules/levels.ts';
import { PLAN_DAYS, SUBSCRIPTION_COINS } from '../../rules/money.ts';
import { formatNumber, ordinal } from '../../rules/numbers.ts';
import { ADULT_AGE_YEARS } from '../../rules/players.ts';
import {
  EASY_QUESTIONS_MAX_AGE_DAYS,
  ROUND_DELIVERY_MS,
  ROUND_PLAYABLE_MS,
} from '../../rules/plays.ts';
import { amountText, leastText, shareText } from '../../rules/prize-words.ts';
import {
  CASH_HOURS,
  POINTS_PER_RAFFLE_TICKET,
  type PrizeRow,
  RAFFLE_STREAK_DAYS,
  RAFFLE_TICKET_PLAY,
} from '../../rules/prizes.ts';
import { RUSH_POINTS_PER_LEVEL, RUSH_QUESTIONS } from '../../rules/tournament.ts';
import { useBrand, usePlayer } from '../../session/session.ts';
import faqsPageStyles from './faqs-page.module.css';
import {
  DAY_TIER_RULE,
  dailyTiers,
  gameCosts,
  hours,
  type PrizesToWin,
  packPrices,
  planPrices,
  prizesToWin,
  WEEK_TIER_EDGES,
} from './figures.ts';
import styles from './help-page.module.css';
import { Terms } from './terms.tsx';

/** The FAQs and the terms. Everybody can open them, also without an account (help.md#faqs). */
export function FaqsPage() {
  const brand = useBrand();
  // The built-in offer can be used first: the operator's has arrived before the player opens an answer.
  const offer = useKnownOffer() ?? DEFAULT_OFFER;
  const { support } = offer.links;
  const isPlayer = usePlayer() !== null;
  const contact = {
    id: 'contact',
    question: 'How do I reach you?',
    answer: isPlayer ? (
      <>
        Write to us with <PageLink to={paths.contact}>Contact Us</PageLink>. You can write without
        network too: it is sent when you are back online.
      </>
    ) : (
      <>
        Sign in with your number, then open the menu and choose Contact.
        {support && (
          <>
            {' '}
            Or reach us at <a href={support}>{support.replace(/^(https:\/\/|mailto:|tel:)/, '')}</a>
          </>
        )}
      </>
    ),
  };
  return (
    <PageScreen title="FAQs and terms" backTo={isPlayer ? paths.home : paths.root}>
      <h2>Questions</h2>
      <QuestionList questions={[...frequentQuestions(prizesToWin(offer, brand), offer), contact]} />
      <p className={styles.more}>
        <PageLink to={paths.privacy}>What we keep of you: Privacy</PageLink>
      </p>
      <p className={styles.more}>
        <PageLink to={paths.fairness}>How we check winners</PageLink>
      </p>
      <Card small title="Terms & Condition">
        <Terms />
      </Card>
    </PageScreen>
  );
}

type QuestionListProps = {
  questions: readonly { id: string; question: string; answer: ReactNode }[];
};

/** Questions whose answers open at a tap, or when the browser's search finds text in them. */
function QuestionList({ questions }: QuestionListProps) {
  return (
    <ul className={faqsPageStyles.list}>
      {questions.map(({ id, question, answer }) => (
        <li key={id}>
          <details>
            <summary className={faqsPageStyles.question}>
              {question}
              <Icon name="chev-down" size={18} />
            </summary>
            <p className={faqsPageStyles.answer}>{answer}</p>
          </details>
        </li>
      ))}
    </ul>
  );
}

type FrequentQuestion = { id: string; question: string; answer: string };

/**
 * Gives the answers about winning cash: the week's, or the day's if the week pays no cash
 * (game.md#what-how-to-win-tells).
 */
function cashAnswers({ weekly, daily }: PrizesToWin) {
  if (weekly) {
    return {
      win: `Finish the week among the top ${weekly.places} of the leaderboard with at least ${weekly.minPoints} points. How much it is stands beside each place.`,
      period: 'week or month',
      boards: 'Every Monday at midnight, Nigerian time, all points of the week start again at 0.',
    };
  }
  return {
    win: `Finish the day among the top ${daily[0]?.places} of your tier. ${DAY_TIER_RULE}: ${dailyTiers(daily)}.${minimumSentence(daily)}`,
    period: 'day',
    boards:
      'The day starts again at midnight. Every Monday at midnight, Nigerian time, all points of the week start again at 0.',
  };
}

function minimumSentence([first]: readonly PrizeRow[]): string {
  const minimum = first && leastText(first);
  const share = first && shareText(first);
  return `${minimum ? ` It is paid with ${minimum}.` : ''}${share ? ` ${share}` : ''}`;
}

/** The questions and answers, with the game's figures, the operator's prices and the reader's prizes. */
function frequentQuestions(toWin: PrizesToWin, offer: Offer): readonly FrequentQuestion[] {
  const { daily, raffle } = toWin;
  const cash = cashAnswers(toWin);
  const plans = planPrices(offer);
  const packs = packPrices(offer);
  return [
    {
      id: 'cost',
      question: 'What does it cost to play?',
      answer: `${plans ? `A subscription costs ${plans}. It` : 'A subscription'} lasts ${PLAN_DAYS.daily} day or ${PLAN_DAYS.weekly} days and gives ${formatNumber(SUBSCRIPTION_COINS)} coins each time. A whole game takes ${gameCosts()} coins, for easy, medium or hard.`,
    },
    {
      id: 'stop',
      question: 'How do I stop the subscription?',
      answer:
        'You need not do anything: it ends by itself when its day or week is over, and then we ask you. It renews by itself only if you chose that, and Cancel Subscription on Billing ends that again.',
    },
    {
      id: 'points-coins',
      question: 'What is the difference between points and coins?',
      answer:
        'Coins are what you play with: every question you are shown takes some. Points are what you win: every right answer gives some, and they set your place on the leaderboard. Coins cannot be turned into cash.',
    },
    {
      id: 'more-coins',
      question: 'How do I get more coins?',
      answer: `Each paid day or week brings ${formatNumber(SUBSCRIPTION_COINS)} coins.${packs ? ` More coins cost ${packs}.` : ''}`,
    },
    {
      id: 'win',
      question: 'How do I win cash?',
      answer: cash.win,
    },
    {
      id: 'rush',
      question: 'What is Millionaire Rush?',
      answer: `A tournament of its own, for players of ${ADULT_AGE_YEARS} or older. One ticket is one run of ${RUSH_QUESTIONS} questions that get harder. One wrong answer, or time that runs out, ends it; each level answered right adds ${RUSH_POINTS_PER_LEVEL} points. The top ${daily[0]?.places} of each tier of the day win: ${dailyTiers(daily)}.${minimumSentence(daily)}`,
    },
    ...(raffle ? [raffleQuestion(raffle)] : []),
    {
      id: 'cash',
      question: 'When does my cash arrive?',
      answer: `Places are final ${hours(LATE_RESULT_GRACE_MS)} hours after the ${cash.period} has ended, so that results sent late are counted too. Then we check every winner. Cash reaches your bank account ${CASH_HOURS.least} to ${CASH_HOURS.most} hours after it is approved. If your bank account is new, we wait a day first, to keep your money safe. My winnings in the menu shows how far yours is.`,
    },
    {
      id: 'boards',
      question: 'When does the leaderboard start again?',
      answer: `${cash.boards} If two players have the same points, the one who got there first stands higher.`,
    },
    {
      id: 'tiers',
      question: 'Why do questions cost more and bring fewer points now?',
      answer: `You are doing well this week. Above ${WEEK_TIER_EDGES.coins.middleAbove} and ${WEEK_TIER_EDGES.coins.highAbove} points questions take more coins. Above ${WEEK_TIER_EDGES.points.middleAbove} points and from ${WEEK_TIER_EDGES.points.highFrom} on right answers give fewer points. On Monday everybody starts again.`,
    },
    {
      id: 'easy',
      question: 'I picked Hard. Why are the questions easy?',
      answer: `In your first ${EASY_QUESTIONS_MAX_AGE_DAYS} days all questions are easy ones, as a head start. Time, coins and points are those of the level you picked.`,
    },
    {
      id: 'offline',
      question: 'Can I play when network goes?',
      answer: `You need network to start a game. Then you can play it to its end when network goes, within ${hours(ROUND_PLAYABLE_MS)} hours. Your result is saved on the phone and sent once when the network is back. It counts if it reaches us within ${hours(ROUND_DELIVERY_MS)} hours after that.`,
    },
    {
      id: 'line-drops',
      question: 'What happens when network or my phone goes off during a game?',
      answer: `Every answer you have given is saved on the phone and counts. Open the game again and it goes on at the same one of its ${QUESTIONS_PER_ROUND} questions. The clock of that question does not stop while you are away: if it has run out, the question counts as missed, takes its coins and earns nothing. The questions after it have their full time. ${NOT_TWICE}`,
    },
    {
      id: 'leave',
      question: 'What if I leave a game before its end?',
      answer:
        'We ask you first. The points you have won count. Only the questions you were shown take coins; the rest are not charged.',
    },
    {
      id: 'accounts',
      question: 'Can I have more than one account?',
      answer:
        'No. One person has one account, with one phone number and one bank account. If two players have bank accounts in the same name and share a phone, a card, a wallet or the internet of one house, a person looks before we pay.',
    },
    {
      id: 'shared-phone',
      question: 'I play on a phone that others use too. What stays on it?',
      answer:
        'Choose Logout in the menu when you are done. Then your number, name and email are gone from the phone. Results that wait for network are still sent and still count for you.',
    },
  ];
}

function raffleQuestion(raffle: PrizeRow): FrequentQuestion {
  return {
    id: 'raffle',
    question: 'How does the raffle work?',
    answer: `You get a ticket for each ${POINTS_PER_RAFFLE_TICKET} points, for each ${RAFFLE_STREAK_DAYS} days in a row with a game, and for your ${ordinal(RAFFLE_TICKET_PLAY)} game of a day. One of them wins ${amountText(raffle)}, drawn on the 29th at 13:00, in a month without it on the last day. The list of tickets is sealed before the draw, and anybody can check it.`,
  };
}
