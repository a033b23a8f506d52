import { at, button, dialog, landing, playerAt, type Screen } from './stage.ts';

export const HELP: Screen[] = [
  {
    name: 'terms',
    hasGloWords: true,
    open: async (stage) => {
      await landing(stage);
      await button(stage.page, 'Terms & Condition');
      await dialog(stage.page, /Terms/);
    },
  },
  { name: 'faqs', hasGloWords: true, open: at('/faqs') },
  { name: 'how to win', hasGloWords: true, open: playerAt('/rules') },
  { name: 'promo', hasGloWords: true, open: playerAt('/promo') },
  { name: 'fairness', open: at('/fairness') },
  { name: 'contact', open: playerAt('/contact') },
  { name: 'data used', open: playerAt('/data-used') },
];
