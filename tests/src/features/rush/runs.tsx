import '../../../support/fake-clock.ts';

import { fireEvent, screen } from '@testing-library/react';
import { useLocation } from 'react-router-dom';
import type { User } from '../../../../src/contract/user.ts';
import { RushPlayPage } from '../../../../src/features/rush/play-page.tsx';
import { aUser } from '../../../support/builders.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { pass, settle } from '../../../support/fake-clock.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

export const PLAY_ID = '6f2f3c1e-4d0a-4c2f-9f57-0f6a2b1c3d4e';
export const AT_PLAY = `/millionaire-rush/${PLAY_ID}`;
const OPTIONS = ['Lagos', 'Kano', 'Jos', 'Aba'];

/** An adult with a plan and this many tickets. */
const aRunner = (parts: Partial<User> = {}) =>
  aUser({ dob: '1990-05-17', rushTickets: 1, ...parts });

/** A question as the server deals it, by its level's number. */
export const dealt = (level: number) => ({
  id: `${level}`,
  question: `Question ${level}?`,
  options: OPTIONS,
  level: 'easy',
});

type Meta = Record<string, unknown>;

/** `meta.run` of a run at a level. */
export const run = (level: number, parts: Meta = {}) => ({
  run: {
    id: 'run-1',
    level,
    score: (level - 1) * 15,
    timerMs: level > 10 ? 12_000 : 15_000,
    leftMs: level > 10 ? 12_000 : 15_000,
    startsInMs: 0,
    frozenMs: 0,
    optionsLeft: null,
    powerUps: ['skip', 'time-freeze', 'double-points', 'fifty-fifty'],
    used: {},
    ...parts,
  },
});

/** The state of a run at a level. */
export const positionAt = (level: number, parts: Meta = {}) =>
  ({ data: dealt(level), meta: run(level, parts) }) as const;

/** No run is open. */
export const NONE = { data: null, meta: { run: null } } as const;

/** A level's verdict: right, with the next level; otherwise the run has ended. */
export function verdict(
  level: number,
  how: 'right' | 'wrong' | 'timeout' = 'right',
  parts: Meta = {},
) {
  const isRight = how === 'right';
  const isOver = !isRight || level === 15;
  return {
    data: {
      verdict: how,
      answer: 'Lagos',
      score: (isRight ? level : level - 1) * 15,
      next: isOver ? null : dealt(level + 1),
      timerMs: level >= 10 ? 12_000 : 15_000,
      ended: isOver ? (isRight ? 'jackpot' : how) : null,
      ...parts,
    },
  };
}

/** The reply at the end of a run. */
export const ending = (ended: string, points: number, parts: Meta = {}) => ({
  data: { user: aRunner({ rushTickets: 0 }), awarded: { points, coins: 0 }, ended, ...parts },
});

export const startsAt = (...answers: Answer[]) =>
  answer('get', 'questions/tournament-questions', ...answers);
export const judges = (...answers: Answer[]) =>
  answer('post', 'rush/runs/run-1/answers', ...answers);
export const powers = (...answers: Answer[]) =>
  answer('post', 'rush/runs/run-1/power-ups', ...answers);
export const ends = (...answers: Answer[]) => answer('post', 'points/tournament', ...answers);
export const stands = (...answers: Answer[]) => answer('get', 'rush/runs/current', ...answers);

/** Opens the page of a run, with a paid ticket unless `state` says otherwise. */
export async function open(state: unknown = { isValid: true }, player: User = aRunner()) {
  signIn(player);
  const rendered = renderScreen(
    <>
      <RushPlayPage />
      <Address />
    </>,
    { path: '/millionaire-rush/:playId', at: { pathname: AT_PLAY, state } },
  );
  // A toast is not announced before then.
  await pass(150);
  return rendered;
}

function Address() {
  const { pathname, state } = useLocation();
  return <output aria-label="address">{`${pathname} ${JSON.stringify(state)}`}</output>;
}

/** The page's address, and its navigation state. */
export const address = () => screen.getByRole('status', { name: 'address' }).textContent;

/** Plays from the kick-off until the first question is there. */
export async function play(level = 1, parts: Meta = {}) {
  const started = startsAt(positionAt(level, parts));
  await open();
  await press('Kick off');
  return started;
}

/** Presses a button and waits for its effects. */
export async function press(name: string | RegExp): Promise<void> {
  fireEvent.click(
    screen.queryByRole('button', { name }) ??
      option(name instanceof RegExp ? name.source.replace('^', '') : name),
  );
  await settle();
}

/** Presses the phone's Back. */
export async function goBack(): Promise<void> {
  history.back();
  await pass(50);
}

export const question = () => screen.getByRole('heading', { level: 1 }).textContent;
export const seconds = () => Number.parseInt(screen.getByRole('timer').textContent ?? '', 10);
export const option = (name: string) =>
  screen.getByRole('button', { name: new RegExp(`^[A-D]\\. ?${name}`) }) as HTMLButtonElement;
export const keyOf = ({ headers }: { headers: Headers }) => headers.get('Idempotency-Key');
