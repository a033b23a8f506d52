import '../../../support/fake-clock.ts';
import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '../../../../src/app/query-client.ts';
import { proofLock } from '../../../../src/config/storage-keys.ts';
import { ProofPage } from '../../../../src/features/rewards/proof-page.tsx';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { anotherTabWith, withLocks } from '../../../support/fake-locks.ts';
import { PAYLOADS } from '../../../support/payloads.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';
import { expectTexts } from '../../../support/shown-as-text.ts';
import { anAsk, aPayout, winnings } from './rewards.tsx';

const OPTIONS = ['Lagos', 'Kano', 'Jos', 'Aba'];

const LAST = 3;

const question = (number: number) => ({
  id: `${number}`,
  question: `Question ${number}?`,
  options: OPTIONS,
  level: 'medium',
});

const stand = (number: number, parts: Record<string, unknown> = {}) => ({
  round: { number, of: LAST, timerMs: 12_000, leftMs: 12_000, startsInMs: 0, ...parts },
});

const positionAt = (number: number, parts: Record<string, unknown> = {}) =>
  ({ data: question(number), meta: stand(number, parts) }) as const;

const NONE = { data: null, meta: { round: null } } as const;

/** The verdict on a question; the next one follows after the answer's flash. */
const verdict = (number: number, how: 'right' | 'wrong' | 'timeout' = 'right') => ({
  data: {
    verdict: how,
    answer: 'Lagos',
    next: number < LAST ? question(number + 1) : null,
  },
  meta: number < LAST ? stand(number + 1, { startsInMs: 750 }) : { round: null },
});

const stands = (...replies: Answer[]) => answer('get', 'proof-round', ...replies);

const begins = (...replies: Answer[]) => answer('post', 'proof-round', ...replies);

const judges = (...replies: Answer[]) => answer('post', 'proof-round/answers', ...replies);

const heldWin = aPayout({ state: 'held', reason: 'proof-round', grossKobo: 300_000 });

function Address() {
  const { pathname, hash } = useLocation();
  return <output aria-label="address">{`${pathname}${hash}`}</output>;
}

async function open() {
  renderScreen(
    <>
      <ProofPage />
      <Address />
    </>,
    { path: '/rewards/confirm', at: '/rewards/confirm' },
  );
  await pass(150);
  // The saved copy and both replies take as long as the machine does.
  for (let turn = 0; turn < 100 && isLoading(); turn += 1) await settle();
}

const isLoading = () =>
  queryClient.isFetching() > 0 || document.querySelector('[aria-busy=true]') !== null;

async function press(name: string | RegExp) {
  fireEvent.click(screen.queryByRole('button', { name }) ?? option(`${name}`));
  await settle();
}

async function play(...replies: Answer[]) {
  const begun = begins(...(replies.length > 0 ? replies : [positionAt(1)]));
  await open();
  await press('Start now');
  return begun;
}

const heading = () => screen.getByRole('heading', { level: 1 }).textContent;

const seconds = () => Number.parseInt(screen.getByRole('timer').textContent ?? '', 10);

const option = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^[A-D]\\. ?${name}`) });

const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');

beforeEach(() => {
  signIn();
  answer('get', 'payouts', winnings([heldWin], anAsk({ questions: LAST })));
  stands(NONE);
});

describe('the page before it', () => {
  test('says how many questions, at which level, how long, and until when', async () => {
    await open();
    await vi.waitFor(() => expect(heading()).toBe('Play 3 sealed questions to confirm your win'));
    screen.getByText('₦3,000');
    screen.getByText('3 questions, Medium');
    screen.getByText('As in the games that won. 12 s each. No coins.');
    screen.getByText('Until Tue 24 Nov, 12:00');
    screen.getByText('3 d left. You need a good line.');
  });

  test('says how many of each level where several won, and the clocks from the shortest', async () => {
    const parts = [
      { level: 'easy', timerMs: 15_000, questions: 7 },
      { level: 'medium', timerMs: 15_000, questions: 7 },
      { level: 'hard', timerMs: 12_000, questions: 6 },
    ] as const;
    const ask = anAsk({ level: 'easy', timerMs: 15_000, parts: [...parts] });
    answer('get', 'payouts', winnings([heldWin], ask));
    await open();
    await vi.waitFor(() => screen.getByText('7 Easy, 7 Medium, 6 Hard'));
    screen.getByText('As in the games that won. 12 to 15 s each. No coins.');
  });

  test('Later leads back to the prize that waits', async () => {
    await open();
    await press('Later');
    screen.getByText('At /rewards');
  });

  test('who is not asked for one is led to the winnings', async () => {
    answer('get', 'payouts', winnings([aPayout()]));
    await open();
    screen.getByText('At /rewards');
  });

  test('a start that is refused says why', async () => {
    const refusal = 'No proof round is asked for.';
    await play({ status: 409, code: 'proof/not-asked', message: refusal });
    await pass(150);
    screen.getByText(refusal);
  });
});

describe('its questions', () => {
  test('come one at a time, sealed, and end with thanks and no mark', async () => {
    await play();
    screen.getByText('Sealed');
    expect(heading()).toBe('Question 1?');
    const sent = judges(verdict(1), verdict(2, 'wrong'), verdict(3));
    await pass(5000);
    await press('Lagos');
    expect(option('Lagos').textContent).toMatch(/Lagos.*Correct$/);
    await pass(750);
    expect(heading()).toBe('Question 2?');
    await press('Kano');
    expect(option('Lagos').textContent).toContain('Right answer');
    await pass(750);
    await press('Lagos');
    await pass(750);
    expect(heading()).toBe('Thank you');
    expect(screen.queryByText(/\d/)).toBeNull();
    expect(sent.map(({ body }) => body)).toEqual([
      { number: 1, choice: 'Lagos', end: 'answered', ms: 5000 },
      expect.objectContaining({ number: 2, choice: 'Kano' }),
      expect.objectContaining({ number: 3 }),
    ]);
    expect(new Set(sent.map(keyOf)).size).toBe(3);
    await press('See my winnings');
    screen.getByText('At /rewards');
  });

  test('whose time runs out are sent as that', async () => {
    await play();
    const sent = judges(verdict(1, 'timeout'));
    await pass(12_000);
    expect(sent[0]?.body).toEqual({ number: 1, choice: null, end: 'timeout', ms: 12_000 });
    expect(seconds()).toBe(0);
    await pass(750);
    expect(heading()).toBe('Question 2?');
  });

  test('can be left, and go on later', async () => {
    await play();
    await press('Leave the game');
    screen.getByText('You can go on from My winnings.', { exact: false });
    await press('Leave');
    screen.getByText('At /rewards');
  });
});

describe('on a bad line', () => {
  test('a start whose reply is lost is repeated by its key', async () => {
    const begun = await play('no answer', positionAt(1));
    await pass(1000);
    expect(heading()).toBe('Question 1?');
    expect(new Set(begun.map(keyOf)).size).toBe(1);
    expect(begun).toHaveLength(2);
  });

  test('an answer is kept and repeated by its key; its reply says how the clock stands by then', async () => {
    await play();
    const late = stand(2, { leftMs: 5750 });
    const sent = judges('no answer', { ...verdict(1), meta: late });
    await press('Lagos');
    screen.getByText('No network. Your answer is kept.');
    await pass(1000);
    expect(option('Lagos').textContent).toContain('Correct');
    await pass(750);
    expect(heading()).toBe('Question 2?');
    // The time that ran meanwhile is lost.
    expect(seconds()).toBe(5);
    expect(sent).toHaveLength(2);
    expect(new Set(sent.map(keyOf)).size).toBe(1);
  });

  test('a round that is open goes on where the server has it', async () => {
    stands(positionAt(2, { leftMs: 6000 }));
    await open();
    expect(heading()).toBe('Question 2?');
    expect(seconds()).toBe(6);
  });

  test('a question that is over elsewhere gives way to the next', async () => {
    await play();
    judges({ status: 409, code: 'proof/question-over' });
    stands(positionAt(3));
    await press('Lagos');
    expect(heading()).toBe('Question 3?');
  });

  test('a round that is over elsewhere ends here too', async () => {
    await play();
    judges({ status: 409, code: 'proof/not-open' });
    await press('Lagos');
    expect(heading()).toBe('Thank you');
  });
});

test('it is played in one tab', async () => {
  const other = anotherTabWith(withLocks(), proofLock('player-1'));
  await open();
  expect(heading()).toBe('This game is open in another tab');
  await other.close();
  await settle();
  expect(heading()).toBe('Play 3 sealed questions to confirm your win');
});

test('a question of a proof round, its options and the right answer are shown as text', async () => {
  const [asked = '', ...texts] = PAYLOADS;
  const options = texts.slice(0, 4);
  const { data, ...rest } = positionAt(1);
  await play({ data: { ...data, question: asked, options }, ...rest });
  expectTexts(asked, ...options);
  judges({ data: { verdict: 'wrong', answer: options[0], next: null }, meta: { round: null } });
  const [, second] = screen.getByRole('article').getElementsByTagName('button');
  if (second) fireEvent.click(second);
  await settle();
  expectTexts(asked, ...options);
});
