import { randomInt } from 'node:crypto';
import { Readable } from 'node:stream';
import {
  getDraw,
  getDrawList,
  getDrawPaths,
  getRaffleTickets,
  getTicketWinner,
} from '../../src/contract/endpoints/raffle.ts';
import { raffleMonthOf } from '../../src/rules/raffle.ts';
import { readBoard } from '../boards/read.ts';
import { countCall } from '../http/address-limits.ts';
import { Refusal } from '../http/errors.ts';
import type { App } from '../http/validation.ts';
import { lastDraw, readDraw } from '../raffle/draws.ts';
import { ticketPath } from '../raffle/list.ts';
import { listFile } from '../raffle/list-file.ts';
import { isRaffleOpen } from '../raffle/months.ts';
import { holdersAmong, pointsOf, ticketsOf } from '../raffle/tickets.ts';
import type { Services } from '../services.ts';
import { route } from './route.ts';

/** What was drawn stays as it is. */
const A_DAY = 'public, max-age=86400';

/** Tickets of the raffle, and its draws for anybody to check (game.md#raffle). */
export function raffleRoutes(app: App, services: Services): void {
  const { db, config, ranking, now } = services;

  route(app, getRaffleTickets, async ({ session: { playerId, pool }, query }) => {
    const { month, endsAt } = raffleMonthOf(now());
    const isFor = isRaffleOpen(config) && pool === 'all';
    const raffle = isFor && {
      month,
      points: await pointsOf(db, playerId, month),
      closesAt: new Date(endsAt).toISOString(),
      lastDraw: await lastDraw(db),
    };
    const data = await ticketsOf(db, playerId, query.month ?? month);
    return { status: true, data, meta: { raffle: raffle || null } };
  });

  route(app, getDraw, async ({ params }, reply) => {
    const draw = await readDraw(db, config, params.month, now());
    if (draw?.state === 'drawn') reply.header('Cache-Control', A_DAY);
    return { status: true, data: draw };
  });

  const sealedDraw = async (month: string) => {
    const draw = await readDraw(db, config, month, now());
    if (draw === null || draw.state === 'open') {
      throw new Refusal(409, 'draw/not-sealed', 'The list of this draw is not sealed yet');
    }
    return draw;
  };

  route(app, getDrawPaths, async ({ params, query }, reply) => {
    const { month, state, winners } = await sealedDraw(params.month);
    if (state === 'drawn') reply.header('Cache-Control', A_DAY);
    const pathTo = async (code: string | undefined) =>
      code === undefined ? null : ticketPath(db, month, code);
    const [winner, ticket] = [await pathTo(winners[0]?.code), await pathTo(query.code)];
    return { status: true, data: { winner, ticket } };
  });

  route(app, getDrawList, async (request, reply) => {
    const draw = await sealedDraw(request.params.month);
    await countCall(services, request, 'draw-list');
    if (draw.state === 'drawn') reply.header('Cache-Control', A_DAY);
    reply
      .type('text/plain; charset=utf-8')
      .header('Content-Disposition', `attachment; filename="draw-${draw.month}.txt"`);
    return Readable.from(listFile(db, draw));
  });

  route(app, getTicketWinner, async ({ session: { playerId } }) => {
    const { month } = raffleMonthOf(now());
    const board = {
      board: 'monthly',
      pool: 'all',
      which: 'current',
      playerId,
      at: now(),
    } as const;
    const { leaderBoard } = (await readBoard(ranking, board)).data;
    const ids = leaderBoard.map(({ userId }) => Number(userId));
    const names = await holdersAmong(db, ids, month);
    const name = names[randomInt(Math.max(1, names.length))];
    return { status: true, data: name === undefined ? null : { name } };
  });
}
