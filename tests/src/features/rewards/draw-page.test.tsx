import { createHash, webcrypto } from 'node:crypto';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Draw } from '../../../../src/contract/raffle.ts';
import { DrawPage } from '../../../../src/features/rewards/draw-page.tsx';
import {
  drawnTickets,
  leafOf,
  pathOf,
  rootOf,
  type Sha256,
  sealOf,
  toHex,
} from '../../../../src/rules/draw.ts';
import { ticketCode } from '../../../../src/rules/ticket-code.ts';
import { DEFAULT_SESSION, updateSession } from '../../../../src/session/session.ts';
import { type Answer, answer } from '../../../support/fake-api.ts';
import { PAYLOADS } from '../../../support/payloads.ts';
import { renderScreen, signIn } from '../../../support/render.tsx';
import { expectTexts } from '../../../support/shown-as-text.ts';

const MONTH = '2026-10';

const FIGURE = '1452.36';

const SEED = 'c4'.repeat(32);

const TICKETS = 41;

const codes = Array.from({ length: TICKETS }, (_, index) => ticketCode(index * 7919)).sort();

const mine = codes[7] as string;

const sha256: Sha256 = async (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

/** A draw as the server publishes it, and each ticket's path in its list. */
let draw: Draw;

let pathAt: (index: number) => Promise<{ code: string; index: number; path: string[] }>;

beforeAll(async () => {
  const leaves = await Promise.all(codes.map((code) => leafOf(code, sha256)));
  const root = toHex(await rootOf(leaves, sha256));
  const from = { seed: SEED, figure: FIGURE, root, tickets: TICKETS };
  const drawn = await drawnTickets({ ...from, count: 3 }, sha256);
  pathAt = async (index) => ({
    code: codes[index] as string,
    index,
    path: (await pathOf(leaves, index, sha256)).map(toHex),
  });
  draw = {
    month: MONTH,
    state: 'drawn',
    closesAt: '2026-10-29T12:00:00.000Z',
    sealedAt: '2026-10-29T12:00:00.000Z',
    drawnAt: '2026-10-29T12:20:00.000Z',
    tickets: TICKETS,
    root,
    seedHash: await sealOf(SEED, sha256),
    seed: SEED,
    figure: {
      what: 'USD rate of 28 Oct',
      spelling: '2',
      namedAt: '2026-10-01T09:00:00.000Z',
      value: FIGURE,
    },
    winners: drawn.map((index, place) => ({
      index,
      code: codes[index] as string,
      naira: place === 0 ? 1_000_000 : 0,
    })),
    promoter: null,
    permit: null,
  };
});

beforeEach(() => {
  updateSession(DEFAULT_SESSION);
  // jsdom has no Web Crypto of its own.
  vi.stubGlobal('crypto', webcrypto);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 21, 11) });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const winnerIndex = () => draw.winners[0]?.index ?? 0;

async function open(parts: Partial<Draw> = {}, paths?: Answer) {
  answer('get', `raffle/draws/${MONTH}`, { data: { ...draw, ...parts } });
  const asked = answer(
    'get',
    `raffle/draws/${MONTH}/paths`,
    paths ?? { data: { winner: await pathAt(winnerIndex()), ticket: null } },
  );
  renderScreen(<DrawPage />, { path: '/rewards/draw/:month', at: `/rewards/draw/${MONTH}` });
  return asked;
}

/** The state of each step of the check, as a screen reader says it. */
const steps = () =>
  within(screen.getByRole('region', { name: 'How it follows' }))
    .getAllByRole('listitem')
    .map((item) => /, (now|wrong|not yet)$/.exec(item.querySelector('b')?.textContent ?? '')?.[1])
    .map((said) => said ?? 'done');

describe('a draw that adds up', () => {
  test('is right on this phone, step by step', async () => {
    await open();
    await screen.findByText('This draw is right');
    screen.getByText('On this phone, Sat 21 Nov, 12:00');
    screen.getByText('4 checks, 4 right');
    expect(steps()).toEqual(['done', 'done', 'done', 'done']);
    screen.getByText('₦1,000,000');
    screen.getByText(`Both numbers give ticket ${winnerIndex() + 1}`);
    expect(screen.getByRole('link', { name: 'Ticket list' }).getAttribute('href')).toContain(
      `/api/v2/raffle/draws/${MONTH}/list`,
    );
  });

  test('shows its hashes whole on request, and reads them only then', async () => {
    await open();
    await screen.findByText('This draw is right');
    expect(screen.queryByText(SEED)).toBeNull();
    expect(screen.getByText('c4c4 c4c4 … c4c4').getAttribute('aria-hidden')).toBe('true');
    await userEvent.click(screen.getByRole('button', { name: 'Show all' }));
    screen.getByText(SEED);
    screen.getByText(draw.root ?? '');
  });

  test('can be checked again', async () => {
    const asked = await open();
    await screen.findByText('This draw is right');
    await userEvent.click(screen.getByRole('button', { name: 'Check again' }));
    await vi.waitFor(() => expect(asked).toHaveLength(2));
    await screen.findByText('This draw is right');
  });
});

describe('a draw that does not add up is told, with both values', () => {
  const other = 'ab'.repeat(32);
  test.each<[string, () => Promise<Partial<Draw>>, string[]]>([
    ['another list', async () => ({ root: other }), ['wrong', 'not yet', 'not yet', 'not yet']],
    ['another seed', async () => ({ seed: other }), ['done', 'wrong', 'not yet', 'not yet']],
    [
      'no public number',
      async () => ({ figure: { ...draw.figure, value: null } }),
      ['done', 'done', 'wrong', 'not yet'],
    ],
    [
      'another public number',
      async () => ({ figure: { ...draw.figure, value: '1452.37' } }),
      ['done', 'done', 'done', 'wrong'],
    ],
    [
      'another order of the reserves',
      async () => {
        const [winner, first, second] = draw.winners;
        return { winners: [winner, second, first] as Draw['winners'] };
      },
      ['done', 'done', 'done', 'wrong'],
    ],
  ])('%s', async (_what, parts, looks) => {
    await open(await parts());
    await screen.findByText('This draw does not add up');
    expect(steps()).toEqual(looks);
    screen.getByText('Told:', { exact: false });
    screen.getByText('Worked out:', { exact: false });
    expect(screen.getByRole('link', { name: 'Contact Us' }).getAttribute('href')).toBe('/faqs');
  });

  test("a winner's code that another ticket has", async () => {
    const index = winnerIndex();
    await open({
      winners: draw.winners.map((won) => (won.index === index ? { ...won, code: mine } : won)),
    });
    await screen.findByText('This draw does not add up');
    expect(steps().at(-1)).toBe('wrong');
  });

  test('a player is led to Contact Us', async () => {
    signIn();
    await open({ seed: other });
    await userEvent.click(await screen.findByRole('link', { name: 'Contact Us' }));
    await screen.findByText('At /contact');
  });
});

describe('a ticket', () => {
  const find = async (typed: string) => {
    await screen.findByText('This draw is right');
    await userEvent.type(screen.getByRole('textbox', { name: 'Was my ticket in?' }), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Find this ticket' }));
  };

  test('that was in is shown its place, by its own way to the seal', async () => {
    const asked = await open(
      {},
      {
        data: { winner: await pathAt(winnerIndex()), ticket: await pathAt(7) },
      },
    );
    await find(mine.toLowerCase().replaceAll('-', ' '));
    await screen.findByText(`Yes. ${mine} is ticket 8 of ${TICKETS}.`);
    expect(asked.at(-1)?.url.searchParams.get('code')).toBe(mine);
  });

  test('that was not in says so, and where it may be', async () => {
    await open();
    await find(ticketCode(5));
    await screen.findByText('This ticket is not in October’s list.', { exact: false });
    answer('get', 'raffle/draws/2026-11', { data: null });
    await userEvent.click(screen.getByRole('link', { name: 'November' }));
    await screen.findByText('There is no draw of November');
  });

  test('whose way does not lead to the seal is not in, whatever is said', async () => {
    const { path } = await pathAt(8);
    await open(
      {},
      {
        data: { winner: await pathAt(winnerIndex()), ticket: { ...(await pathAt(7)), path } },
      },
    );
    await find(mine);
    await screen.findByText('We say that it was in, but the seal does not. Contact Us.');
  });

  test('that the line cuts off is no "no": it says so, and can be looked for again', async () => {
    await open();
    await screen.findByText('This draw is right');
    answer('get', `raffle/draws/${MONTH}/paths`, 'no answer', {
      data: { winner: null, ticket: await pathAt(7) },
    });
    await find(mine);
    await screen.findByText('An error occurred');
    await userEvent.click(screen.getByRole('button', { name: 'Find this ticket' }));
    await screen.findByText(`Yes. ${mine} is ticket 8 of ${TICKETS}.`);
  });

  test('with a slip of the pen is none', async () => {
    const asked = await open();
    await find(mine.replace(/..$/, '00'));
    await screen.findByText(/^This is no ticket code/);
    expect(asked).toHaveLength(1);
  });
});

describe('before the draw', () => {
  const unknown = { drawnAt: null, seed: null, winners: [], tickets: null, root: null };

  test('a list that is open says when it closes', async () => {
    await open({ ...unknown, state: 'open', sealedAt: null });
    await screen.findByText('Not closed yet');
    expect(steps()).toEqual(['not yet']);
    screen.getByText('It closes Thu 29 Oct, 13:00');
    screen.getByText(draw.seedHash ?? '');
  });

  test('a closed list shows its seal, and can be asked for a ticket', async () => {
    await open({ ...unknown, state: 'sealed', tickets: TICKETS, root: draw.root });
    await screen.findByText('Sealed');
    expect(steps()).toEqual(['done']);
    screen.getByText('Sealed Thu 29 Oct, 13:00');
    screen.getByRole('textbox', { name: 'Was my ticket in?' });
  });
});

test('a browser that cannot work it out says so', async () => {
  vi.stubGlobal('crypto', {});
  await open();
  await screen.findByText('This browser cannot check a draw');
});

test('a month without a draw says so', async () => {
  answer('get', `raffle/draws/${MONTH}`, { data: null });
  renderScreen(<DrawPage />, { path: '/rewards/draw/:month', at: `/rewards/draw/${MONTH}` });
  await screen.findByText('There is no draw of October');
});

test('without an answer there is a way to try again', async () => {
  answer('get', `raffle/draws/${MONTH}`, 'no answer', { data: null });
  renderScreen(<DrawPage />, { path: '/rewards/draw/:month', at: `/rewards/draw/${MONTH}` });
  await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  await screen.findByText('There is no draw of October');
});

test('what names the figure, and who runs the draw, are shown as text', async () => {
  const [what = '', promoter = '', permit = ''] = PAYLOADS;
  await open({ figure: { what, spelling: '2', namedAt: null, value: FIGURE }, promoter, permit });
  await screen.findByText(/^This draw (is right|does not add up)/);
  expectTexts(what, promoter, permit);
});
