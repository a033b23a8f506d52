import { at, button, dialog, home, type Screen } from './stage.ts';

/** What is kept of a player, and the end of their account. */
export const MY_DATA: Screen[] = [
  { name: 'privacy', open: at('/privacy') },
  {
    name: 'my data',
    open: async (stage) => {
      await home(stage);
      await at('/profile/data')(stage);
    },
  },
  {
    name: 'the deletion of an account',
    open: async (stage) => {
      await home(stage);
      await at('/profile/data')(stage);
      await button(stage.page, 'Delete account');
      await dialog(stage.page, 'Delete your account?');
    },
  },
];
