import { at, button, dialog, playerAt, type Screen } from './stage.ts';

/** The stored data of a player, and the end of their account. */
export const MY_DATA: Screen[] = [
  { name: 'privacy', open: at('/privacy') },
  { name: 'my data', open: playerAt('/profile/data') },
  {
    name: 'the deletion of an account',
    open: async (stage) => {
      await playerAt('/profile/data')(stage);
      await button(stage.page, 'Delete account');
      await dialog(stage.page, 'Delete your account?');
    },
  },
];
