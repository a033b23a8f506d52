import * as v from 'valibot';
import { expect, test } from 'vitest';
import { boardReplySchema } from '../../../src/contract/boards.ts';

const row = { id: 1, userId: 1, highScore: 40, fmuser: { name: 'ada', image: null } };

function read(data: object) {
  const reply = v.parse(boardReplySchema, { status: true, data: { leaderBoard: [row], ...data } });
  if (!reply.status) throw new Error('no board');
  return reply.data;
}

test.each([0, -1, 1.5, '3', null, undefined])(
  '%j is no place, and the board stands',
  (position) => {
    expect(read({ position })).toMatchObject({ position: null, leaderBoard: [{ userId: '1' }] });
  },
);

test.each([null, undefined])('a row whose player is %j has no name', (fmuser) => {
  const board = read({ leaderBoard: [{ ...row, fmuser }] });
  expect(board.leaderBoard[0]?.fmuser).toEqual({ name: '', image: null });
});
