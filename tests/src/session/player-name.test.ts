import { expect, test } from 'vitest';
import { playerName } from '../../../src/session/player-name.ts';

test.each([
  ['Queen', 'SwiftLion', 'Queen'],
  ['  ', 'SwiftLion', 'SwiftLion'],
  [null, 'SwiftLion', 'SwiftLion'],
  [null, null, 'Player'],
])('a nickname of %j and the username %j is shown as %s', (name, username, shown) => {
  expect(playerName({ name, username })).toBe(shown);
});
