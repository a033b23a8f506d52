// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { Provider } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Route, Routes } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { store } from '../session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { PlayersOnly, VisitorsOnly } from './guards.tsx';
import { PageFailed } from './page-failed.tsx';
import { PageLoading } from './page-loading.tsx';
import { useLoaded } from './use-loaded.ts';
import { useTheme } from './use-theme.ts';

const loadBackground = () => import('./background.tsx').then(({ Background }) => Background);
const loadSignedIn = () => import('./signed-in.tsx');
const loadHeader = () => import('./header-layout.tsx');
const loadHome = () => import('../features/home/home-page.tsx');
const loadQuiz = () => import('../features/quiz/quiz-page.tsx');
const loadTerms = () =>
  import('../features/help/terms-dialog.tsx').then(({ TermsDialog }) => TermsDialog);
const loadLeaderboard = () => import('../features/leaderboard/leaderboard-page.tsx');

const SignedIn = lazy(() => loadSignedIn().then((part) => ({ default: part.SignedIn })));
const HeaderLayout = lazy(() => loadHeader().then((part) => ({ default: part.HeaderLayout })));
const HomePage = lazy(() => loadHome().then((part) => ({ default: part.HomePage })));
const QuizPage = lazy(() => loadQuiz().then((part) => ({ default: part.QuizPage })));
const LeaderboardPage = lazy(() =>
  loadLeaderboard().then((part) => ({ default: part.LeaderboardPage })),
);

/** The doors stand one inside the other: opened one after the other, each costs a round trip. */
function openPlayersDoors(): void {
  for (const load of [loadSignedIn, loadHeader, loadHome]) load().catch(() => undefined);
}

/** The app: session, addresses, and what runs behind them. */
export function App() {
  return (
    <Provider store={store}>
      <Theme />
      <BrowserRouter>
        <ErrorBoundary fallback={<PageFailed />}>
          <Suspense fallback={<PageLoading />}>
            <Routes>
              <Route element={<VisitorsOnly />}>
                <Route path={paths.root} element={<LandingPage loadTerms={loadTerms} />} />
                <Route path={paths.landing} element={<LandingPage loadTerms={loadTerms} />} />
              </Route>
              <Route element={<PlayersOnly onEnter={openPlayersDoors} />}>
                <Route element={<SignedIn />}>
                  <Route element={<HeaderLayout />}>
                    <Route path={paths.home} element={<HomePage />} />
                  </Route>
                  <Route path={paths.quiz} element={<QuizPage />} />
                  <Route path={paths.leaderboard} element={<LeaderboardPage />} />
                </Route>
              </Route>
              <Route path="*" element={<LandingPage loadTerms={loadTerms} />} />
            </Routes>
          </Suspense>
        </ErrorBoundary>
        <AfterFirstPaint />
      </BrowserRouter>
    </Provider>
  );
}

function Theme() {
  useTheme();
  return null;
}

/** Toasts, the outbox and the service worker load behind the first screen. */
function AfterFirstPaint() {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const Background = useLoaded(isPainted ? loadBackground : null);
  return Background && <Background />;
}
