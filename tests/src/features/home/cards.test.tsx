import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { roundLock } from '../../../../src/config/storage-keys.ts';
import { AgeSheet } from '../../../../src/features/home/cards.tsx';
import { QuizPage } from '../../../../src/features/quiz/quiz-page.tsx';
import { isResult } from '../../../../src/outbox/entries.ts';
import { readEntries } from '../../../../src/outbox/store.ts';
import {
  forgetRound,
  readAttempt,
  readRounds,
  roundAtom,
  saveRound,
} from '../../../../src/round/store.ts';
import { standInEmail } from '../../../../src/rules/players.ts';
import { beginRound } from '../../../../src/rules/round.ts';
import { currentSession, store } from '../../../../src/session/session.ts';
import { startRound } from '../../../../src/start/start-round.ts';
import { aRound, aUser, premierLeague, questions } from '../../../support/builders.ts';
import { openDashboard as open, serveDashboard as serve } from '../../../support/dashboard.tsx';
import { dealtQuestions, issuedRound } from '../../../support/dealt-round.ts';
import { type Answer, answer, type SeenRequest } from '../../../support/fake-api.ts';
import { anotherTabWith, withLocks } from '../../../support/fake-locks.ts';
import {
  dealt,
  pick,
  popularityIsCounted,
  QUESTIONS,
  serverDeals,
  showPicker,
} from '../../../support/level-picker.tsx';
import { hurryLooks, twoLooks } from '../../../support/looks.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';

describe('rounds on the phone', () => {
  beforeEach(() => signIn());

  const laLigaCategory = { ...premierLeague, id: 'la-liga', name: 'La Liga' };

  const laLiga = { id: laLigaCategory.id, name: laLigaCategory.name };

  const saved = (playableUntil = Date.UTC(2999, 0, 1)) =>
    aRound({ key: 'saved', category: laLiga, level: 'easy', isForLater: true, playableUntil });

  test('an open game can be gone on with', async () => {
    serve();
    await saveRound(aRound());
    open();
    await screen.findByText('English Premier League, Medium. Question 1 of 10.');
    await userEvent.click(screen.getByRole('button', { name: 'Go on' }));
    await screen.findByText('At /quiz/english-premier-league/medium');
  });

  test('a saved one stands beside it, and is played from there', async () => {
    serve();
    await saveRound(saved(Date.UTC(2999, 10, 17, 9, 42)));
    await saveRound(aRound());
    open();
    await screen.findByRole('region', { name: 'Your open game' });
    const card = await screen.findByRole('region', { name: 'Your saved game' });
    expect(card.textContent).toContain('Saved: La Liga, Easy');
    expect(card.textContent).toContain('Ready to play with no network, until Sun 17 Nov at 10:42.');
    await userEvent.click(within(card).getByRole('button', { name: 'Play' }));
    await screen.findByText('At /quiz/la-liga/easy');
    expect(store.get(roundAtom)?.key).toBe('saved');
  });

  test('once both are begun, the saved one is still told from the other', async () => {
    serve();
    const { terms, questions } = aRound();
    const begun = beginRound(terms, questions, Date.now());
    await saveRound({ ...saved(), state: begun });
    await saveRound(aRound());
    open();
    const card = await screen.findByRole('region', { name: 'Your saved game' });
    expect(card.textContent).toContain('Your saved game is still open');
    const other = await screen.findByRole('region', { name: 'Your open game' });
    expect(other.textContent).toContain('Your game is still open');
  });

  test('one that was begun says that the clock of its question runs on, and what that may cost', async () => {
    serve();
    const { terms, questions } = aRound();
    const rows = [{ questionId: 'question-1', choice: null, ms: 1, end: 'skipped' as const }];
    await saveRound(aRound({ state: { ...beginRound(terms, questions, Date.now()), rows } }));
    open();
    const card = await screen.findByRole('region', { name: 'Your open game' });
    expect(card.textContent).toContain(
      'English Premier League, Medium. Question 2 of 10. Its clock runs on: if it runs out, only this question is lost.',
    );
  });

  test('an open one can be ended, with a question first, and says where its coins go', async () => {
    const points = answer('post', 'points', 'no answer');
    serve();
    const { terms, questions } = aRound();
    await saveRound(aRound({ state: beginRound(terms, questions, Date.now()) }));
    open();
    const card = await screen.findByRole('region', { name: 'Your open game' });
    const end = () => within(card).getByRole('button', { name: 'End it' });
    await userEvent.click(end());
    const dialog = screen.getByRole('dialog', { name: 'End this game?' });
    expect(dialog.textContent).toContain('The coins of the questions you have seen are spent');
    await userEvent.click(within(dialog).getByRole('button', { name: 'Keep it' }));
    expect(await readRounds('player-1')).toHaveLength(1);
    await userEvent.click(end());
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'End it' }),
    );
    await screen.findByText('Game ended. 15 coins spent, 135 come back to you.');
    await vi.waitFor(() => expect(screen.queryByRole('region', { name: /game/ })).toBeNull());
    expect(await readRounds('player-1')).toEqual([]);
    expect((await readEntries()).filter(isResult)[0]?.submission).toMatchObject({
      points: 0,
      coins: 15,
    });
    expect(points).toBeTruthy();
  });

  test('one that is never begun costs the coins of one question when it is ended', async () => {
    serve();
    await saveRound(saved());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End it' }));
    expect(screen.getByRole('dialog').textContent).toContain(
      'Question 1 of La Liga counts as missed and costs 15 coins. The rest come back.',
    );
  });

  test('one that another tab plays is not ended', async () => {
    const other = anotherTabWith(withLocks(), roundLock('round-1'));
    serve();
    await saveRound(aRound());
    open();
    await userEvent.click(await screen.findByRole('button', { name: 'End it' }));
    await userEvent.click(
      within(screen.getByRole('dialog')).getByRole('button', { name: 'End it' }),
    );
    await screen.findByText('This game is open in another tab, or has ended');
    expect(await readRounds('player-1')).toHaveLength(1);
    await other.close();
  });

  test('a saved one that was not played in time is told, and gone', async () => {
    serve();
    await saveRound(saved(Date.now() - 1));
    open();
    await screen.findByText(
      'Your saved La Liga game was not played in time. Its coins come back to you.',
    );
    expect(await readRounds('player-1')).toEqual([]);
    expect(screen.queryByRole('region', { name: 'Your saved game' })).toBeNull();
  });

  test('without a network the tiles say what can be played', async () => {
    const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    onTestFinished(() => online.mockRestore());
    serve({ categories: { data: [premierLeague, laLigaCategory] } });
    await saveRound(saved());
    open();
    await screen.findByText('No network');
    await screen.findByRole('button', { name: 'English Premier League Needs network' });
    expect(screen.queryByRole('button', { name: 'Refresh' })).toBeNull();
    await userEvent.click(await screen.findByRole('button', { name: /^La Liga Ready to play/ }));
    await screen.findByText('At /quiz/la-liga/easy');
  });
});

describe('the sheet that asks for the age', () => {
  const fromLink = aUser({ email: standInEmail('2348030000000') });

  hurryLooks();

  test('a player from a link is asked once for their age, and may leave it', async () => {
    const { unmount } = renderScreen(<AgeSheet player={fromLink} />);
    await screen.findByRole('dialog', { name: 'Are you 18 or older?' });
    await userEvent.click(screen.getByRole('button', { name: 'Not now' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    unmount();
    renderScreen(<AgeSheet player={fromLink} />);
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  test('the answer is the date of birth, on the profile', async () => {
    renderScreen(<AgeSheet player={fromLink} />);
    await userEvent.click(await screen.findByRole('button', { name: 'Enter my date of birth' }));
    await screen.findByText('At /profile');
  });

  test.each([
    ['who signed up themselves', aUser()],
    ['whose date of birth is known', { ...fromLink, dob: '1998-03-14' }],
    ['of an API that tells no email', aUser({ email: null })],
  ])('a player %s is not asked', async (_who, player) => {
    renderScreen(<AgeSheet player={player} />);
    await twoLooks();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

const keysOf = (seen: SeenRequest[]) => seen.map(({ headers }) => headers.get('Idempotency-Key'));

/** Ten questions with a change in the last one. */
function withOne(change: object) {
  const dealt: object[] = dealtQuestions();
  return dealt.with(9, { ...dealt[9], ...change });
}

const BAD_QUESTIONS: [string, unknown][] = [
  ['three options', withOne({ options: ['Right 10', 'Wrong 10', 'Third'] })],
  ['two right options', withOne({ answers: ['Right 10', 'Third'] })],
  ['no right option', withOne({ answers: 'Fifth' })],
  ['no answer at all', withOne({ answers: undefined })],
  ['two options alike', withOne({ options: ['Right 10', 'Third', 'Third', 'Fourth'] })],
  ['400 letters', withOne({ question: 'x'.repeat(400) })],
  ['a question of blanks', withOne({ question: '   ' })],
  ['an option of blanks', withOne({ options: ['Right 10', ' ', 'Third', 'Fourth'] })],
  ['two options that look alike', withOne({ options: ['Right 10', 'Third', 'Third ', 'Fourth'] })],
  ['one question twice', dealtQuestions().with(9, dealtQuestions()[0] as never)],
  ['an empty list', []],
  ['nine questions', dealtQuestions().slice(1)],
  ['no list', null],
];

const BAD_ROUNDS: [string, unknown][] = [
  ['another category', { ...issuedRound, categoryId: 'la-liga' }],
  ['another level', { ...issuedRound, terms: { ...issuedRound.terms, level: 'hard' } }],
  ['no time to be played', { ...issuedRound, expiresAt: issuedRound.issuedAt }],
  ['no secret', { ...issuedRound, secret: '' }],
];

const cases: [string, Answer][] = [
  ...BAD_QUESTIONS.map(([what, data]): [string, Answer] => [what, { data }]),
  ...BAD_QUESTIONS.map(([what, data]): [string, Answer] => [
    `${what}, in a round`,
    { data, meta: { round: issuedRound } },
  ]),
  ...BAD_ROUNDS.map(([what, round]): [string, Answer] => [
    `a round of ${what}`,
    { data: dealtQuestions(), meta: { round } },
  ]),
];

test.each(cases)(
  '%s: told, nothing stored or spent, and the next tap goes on',
  async (_what, bad) => {
    const { onPlay, isPlayed } = showPicker();
    const good = { data: dealtQuestions(), meta: { round: issuedRound } };
    const asked = answer('get', QUESTIONS, bad, good);
    const isCounted = popularityIsCounted();

    await pick(/^Medium/);
    await screen.findByText('Failed to load questions');
    expect(await readRounds('player-1')).toEqual([]);
    expect(currentSession().user).toMatchObject({ pointBalance: 1000 });
    expect(onPlay).not.toHaveBeenCalled();

    await pick(/^Medium/);
    await isPlayed();
    await isCounted();
    // Other questions, under a key of their own.
    expect(asked).toHaveLength(2);
    expect(new Set(keysOf(asked)).size).toBe(2);
  },
);

test('a page of HTML decides nothing: the next tap is the same call', async () => {
  const { isPlayed } = showPicker();
  const good = { data: dealtQuestions(), meta: { round: issuedRound } };
  const hotspot = { raw: '<html>Welcome to the hotspot' };
  const asked = answer('get', QUESTIONS, hotspot, hotspot, good);
  const isCounted = popularityIsCounted();
  for (const tap of [1, 2]) {
    await pick(/^Medium/);
    await vi.waitFor(() => expect(asked).toHaveLength(tap));
  }
  await screen.findAllByText('Failed to load questions');
  await pick(/^Medium/);
  await isPlayed();
  await isCounted();
  expect(new Set(keysOf(asked)).size).toBe(1);
});

describe('on the table', () => {
  /** Opens the quiz at its first question, without the kick-off. */
  const openFirst = async () => {
    signIn();
    renderScreen(<QuizPage />, {
      path: '/quiz/:categoryId/:level',
      at: '/quiz/english-premier-league/medium',
    });
    await screen.findByText('Kick-off in');
    await userEvent.keyboard('{Enter}');
    await screen.findByRole('article');
  };

  test('markup is text', async () => {
    const question = '<img src=x onerror="alert(1)"> Who <b>won</b>?';
    const [first, ...rest] = questions();
    if (!first) throw new Error('There is no question.');
    const options = ['<script>1</script>', '<b>Ajax</b>', '&amp;', '"><i>'];
    const changed = { ...first, question, options, answer: '<b>Ajax</b>' };
    await saveRound(aRound({ questions: [changed, ...rest] }));
    await openFirst();
    const heading = screen.getByRole('heading', { level: 1 });
    expect(heading.textContent).toBe(question);
    expect(heading.querySelector('img, b')).toBeNull();
    for (const option of options) expect(screen.getByText(option)).toBeTruthy();
  });

  test('a phone that keeps nothing lets the game be played, and says so once', async () => {
    const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    onTestFinished(() => put.mockRestore());
    await saveRound(aRound({ key: 'unkept' }));
    await openFirst();
    screen.getByRole('heading', { name: 'Question number 1?' });
    await screen.findByText(/^This phone cannot save your game\./);
    fireEvent.click(screen.getByText('Right 1'));
    await screen.findByRole('heading', { name: 'Question number 2?' }, { timeout: 2000 });
    expect(screen.getAllByText(/^This phone cannot save your game\./)).toHaveLength(1);
    await forgetRound(aRound({ key: 'unkept' }));
  });
});

const saved = () => aRound({ key: 'saved', isForLater: true });

const saveSwitch = () => screen.getByRole<HTMLButtonElement>('switch', { name: /^Save for later/ });

/** The phone's storage fails from the given write on, counted from 0. */
function refuseWritesFrom(first: number) {
  const put = IDBObjectStore.prototype.put;
  let writes = 0;
  const spy = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(function (
    this: IDBObjectStore,
    ...args
  ) {
    if (writes++ >= first) throw new DOMException('full', 'QuotaExceededError');
    return put.apply(this, args);
  });
  onTestFinished(() => spy.mockRestore());
}

describe('a round saved for later', () => {
  test('takes its play and its questions, and starts no clock', async () => {
    const { rounds, isCounted } = serverDeals();
    const { onPlay, onClose } = showPicker();
    await userEvent.click(saveSwitch());
    expect(saveSwitch().getAttribute('aria-checked')).toBe('true');
    screen.getByRole('button', { name: /^Medium Save/ });
    await pick(/^Medium/);
    await screen.findByText('Saved. Ready to play with no network');
    expect(rounds).toHaveLength(1);
    const [round] = await readRounds('player-1');
    expect(round).toMatchObject({ key: issuedRound.id, isForLater: true, state: null });
    expect(round?.questions).toHaveLength(10);
    expect(round?.playableUntil).toBeGreaterThan(Date.now() + 86_000_000);
    expect(currentSession().user).toMatchObject({ pointBalance: 850 });
    expect(onPlay).not.toHaveBeenCalled();
    expect(onClose).toHaveBeenCalledOnce();
    await isCounted();
  });

  test('can be saved beside an open game', async () => {
    const { isCounted } = serverDeals();
    await saveRound(aRound());
    showPicker({ rounds: [aRound()] });
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await screen.findByText('Saved. Ready to play with no network');
    expect(await readRounds('player-1')).toHaveLength(2);
    await isCounted();
  });

  test('does not stop a game that is played now', async () => {
    const { rounds, isCounted } = serverDeals();
    await saveRound(saved());
    const { onPlay } = showPicker({ rounds: [saved()] });
    await pick(/^Medium/);
    await vi.waitFor(() => expect(onPlay).toHaveBeenCalledOnce());
    expect(rounds).toHaveLength(1);
    expect((await readRounds('player-1')).map(({ isForLater }) => isForLater).sort()).toEqual([
      false,
      true,
    ]);
    await isCounted();
  });
});

describe('a second save', () => {
  test('is refused in plain words', () => {
    showPicker({ rounds: [saved()] });
    expect(saveSwitch().disabled).toBe(true);
    expect(saveSwitch().textContent).toContain('You have a saved game. Play it first.');
  });

  test('is refused as well where another tab saved one meanwhile', async () => {
    const { onClose } = showPicker();
    await userEvent.click(saveSwitch());
    await saveRound(saved());
    await pick(/^Medium/);
    await screen.findByText('Play your saved game first');
    expect(onClose).toHaveBeenCalled();
  });

  test('is refused while two games are begun', () => {
    showPicker({ rounds: [aRound(), { ...saved(), isForLater: false }] });
    expect(saveSwitch().textContent).toContain('Finish your open game first.');
  });
});

test('without a network nothing can be saved, and there is no switch', () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  onTestFinished(() => online.mockRestore());
  showPicker();
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a line that drops turns no save into a game', async () => {
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(true);
  onTestFinished(() => online.mockRestore());
  const isCounted = popularityIsCounted();
  answer('get', QUESTIONS, 'no answer', dealt);
  const { onPlay } = showPicker();
  await userEvent.click(saveSwitch());
  online.mockReturnValue(false);
  await pick(/^Medium/);
  await screen.findByText("No network. Try again: you won't be charged twice.");
  expect(saveSwitch().getAttribute('aria-checked')).toBe('true');
  expect(saveSwitch().textContent).toContain('Needs network');
  await pick(/^Medium/);
  await screen.findByText('Saved. Ready to play with no network');
  expect(await readRounds('player-1')).toMatchObject([{ isForLater: true, state: null }]);
  expect(onPlay).not.toHaveBeenCalled();
  await isCounted();
});

describe('a phone that keeps nothing', () => {
  test('is told before a play is taken', async () => {
    const { rounds, isCounted } = serverDeals();
    refuseWritesFrom(0);
    showPicker();
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await screen.findByText('This phone cannot save a game for later. You can play one now.');
    expect(rounds).toHaveLength(0);
    expect(currentSession().user).toMatchObject({ pointBalance: 1000 });
    // The next tap plays now.
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await vi.waitFor(() => expect(rounds).toHaveLength(1));
    await vi.waitFor(async () => expect(await readRounds('player-1')).toHaveLength(1));
    await isCounted();
    await forgetRound(aRound({ key: issuedRound.id }));
  });

  test('any more has the round for this visit, and its player is told', async () => {
    const { isCounted } = serverDeals();
    // The attempt is stored; the round is not.
    refuseWritesFrom(1);
    showPicker();
    await userEvent.click(saveSwitch());
    await pick(/^Medium/);
    await screen.findByText('This phone cannot keep your game. Play it before you close the app.');
    const [round] = await readRounds('player-1');
    expect(round).toMatchObject({ key: issuedRound.id, isForLater: true });
    await isCounted();
    await forgetRound(aRound({ key: issuedRound.id }));
  });
});

describe('a save whose questions were lost on the line', () => {
  const request = { playerId: 'player-1', category: premierLeague, highScore: 0 };

  async function loseAReply() {
    signIn();
    const rounds = answer('get', QUESTIONS, 'no answer', dealt, {
      data: dealtQuestions(),
      meta: {
        round: {
          ...issuedRound,
          id: 'another-round',
          terms: { ...issuedRound.terms, level: 'hard' },
        },
      },
    });
    const save = startRound({ ...request, level: 'medium', isForLater: true });
    await expect(save).rejects.toThrow();
    expect(await readAttempt('player-1')).toMatchObject({ isAsked: true, isForLater: true });
    return rounds;
  }

  test('is found again before a game is played now, and both are there', async () => {
    const isCounted = popularityIsCounted(2);
    const rounds = await loseAReply();
    const { round } = await startRound({ ...request, level: 'hard' });
    expect(round).toMatchObject({ key: 'another-round', isForLater: false });
    expect(rounds.map(({ url }) => url.searchParams.get('difficulty'))).toEqual([
      'medium',
      'medium',
      'hard',
    ]);
    expect(await readRounds('player-1')).toHaveLength(2);
    await isCounted();
  });

  test('is the one that is saved when another one is asked for', async () => {
    const isCounted = popularityIsCounted();
    await loseAReply();
    const another = startRound({ ...request, level: 'hard', isForLater: true });
    await expect(another).rejects.toMatchObject({ obstacle: 'saved' });
    expect(await readRounds('player-1')).toMatchObject([{ key: issuedRound.id }]);
    await isCounted();
  });

  test('is played at once when its level is picked to be played', async () => {
    const isCounted = popularityIsCounted();
    const rounds = await loseAReply();
    const { round } = await startRound({ ...request, level: 'medium' });
    expect(round).toMatchObject({ key: issuedRound.id, isForLater: false });
    expect(rounds).toHaveLength(2);
    await isCounted();
  });
});
