// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { Provider } from 'jotai';
import { lazy, Suspense, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { paths } from '../config/paths.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { store } from '../session/session.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { ArrivalsOnly, PlayersOnly, VisitorsOnly } from './guards.tsx';
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
const loadOnboarding = () => import('../features/doors/onboarding-page.tsx');
const loadAutoLogin = () => import('../features/doors/auto-login-page.tsx');
const loadCampaign = () => import('../features/doors/campaign-page.tsx');
const loadCodeStep = () => import('../features/doors/code-step.tsx');
const loadLeaderboard = () => import('../features/leaderboard/leaderboard-page.tsx');
const loadFaqs = () => import('../features/help/faqs-page.tsx');
const loadHowToWin = () => import('../features/help/how-to-win-page.tsx');
const loadContact = () => import('../features/help/contact-page.tsx');

const OnboardingPage = lazy(() =>
  loadOnboarding().then((part) => ({ default: part.OnboardingPage })),
);
const AutoLoginPage = lazy(() => loadAutoLogin().then((part) => ({ default: part.AutoLoginPage })));
const CampaignPage = lazy(() => loadCampaign().then((part) => ({ default: part.CampaignPage })));
const CodeStep = lazy(() => loadCodeStep().then((part) => ({ default: part.CodeStep })));
const SignedIn = lazy(() => loadSignedIn().then((part) => ({ default: part.SignedIn })));
const HeaderLayout = lazy(() => loadHeader().then((part) => ({ default: part.HeaderLayout })));
const HomePage = lazy(() => loadHome().then((part) => ({ default: part.HomePage })));
const QuizPage = lazy(() => loadQuiz().then((part) => ({ default: part.QuizPage })));
const LeaderboardPage = lazy(() =>
  loadLeaderboard().then((part) => ({ default: part.LeaderboardPage })),
);
const FaqsPage = lazy(() => loadFaqs().then((part) => ({ default: part.FaqsPage })));
const HowToWinPage = lazy(() => loadHowToWin().then((part) => ({ default: part.HowToWinPage })));
const ContactPage = lazy(() => loadContact().then((part) => ({ default: part.ContactPage })));

/** What the public pages open over themselves. */
const DIALOGS = { loadTerms, CodeStep };

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
                <Route path={paths.root} element={<LandingPage {...DIALOGS} />} />
                <Route path={paths.landing} element={<LandingPage {...DIALOGS} />} />
                <Route path={paths.onboarding} element={<OnboardingPage {...DIALOGS} />} />
              </Route>
              <Route element={<ArrivalsOnly />}>
                <Route path={paths.login} element={<AutoLoginPage door="login" />} />
                <Route path={paths.authenticate} element={<AutoLoginPage door="authenticate" />} />
              </Route>
              <Route path={paths.secureD} element={<AutoLoginPage door="secure-d" />} />
              <Route path={paths.campaign} element={<CampaignPage />} />
              <Route path={paths.megaMillionaire} element={<Navigate to={paths.rush} replace />} />
              <Route element={<PlayersOnly onEnter={openPlayersDoors} />}>
                <Route element={<SignedIn />}>
                  <Route element={<HeaderLayout />}>
                    <Route path={paths.home} element={<HomePage />} />
                  </Route>
                  <Route path={paths.quiz} element={<QuizPage />} />
                  <Route path={paths.leaderboard} element={<LeaderboardPage />} />
                  <Route path={paths.rules} element={<HowToWinPage />} />
                  <Route path={paths.contact} element={<ContactPage />} />
                </Route>
              </Route>
              <Route path={paths.faqs} element={<FaqsPage />} />
              <Route path="*" element={<LandingPage {...DIALOGS} />} />
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
