import type { Level } from '../rules/levels.ts';

/** The app's addresses (accounts §2, gameplay §2), as route patterns. */
export const paths = {
  root: '/',
  landing: '/landing',
  home: '/home',
  quiz: '/quiz/:categoryId/:level',
  leaderboard: '/leaderboard',
} as const;

/** The address of a quiz. */
export function quizPath(categoryId: string, level: Level): string {
  return `/quiz/${encodeURIComponent(categoryId)}/${level}`;
}
