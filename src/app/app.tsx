// This file is part of the first load, so a phone on 2G waits for every byte of it (npm run budget).
import { Provider } from 'jotai';
import { type ComponentType, lazy, type ReactNode, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Outlet, Route, Routes } from 'react-router-dom';
import { PartnerName } from '../components/brand.tsx';
import { PageLoading } from '../components/page-loading.tsx';
import { useLoaded } from '../components/screens.tsx';
import { paths } from '../config/paths.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { store, useBrand, useIsDark, usePlayer } from '../session/session.ts';
import { ErrorBoundary, PageFailed } from './failed.tsx';

const loadBackground = () => import('./background.tsx').then((part) => part.Background);
const loadSignedIn = () => import('./signed-in.tsx').then((part) => part.openSignedIn());
const loadHeader = () => import('./header-layout.tsx').then((part) => part.HeaderLayout);
const loadHome = () => import('../features/home/home-page.tsx').then((part) => part.HomePage);
const loadQuiz = () => import('../features/quiz/quiz-page.tsx').then((part) => part.QuizPage);
const loadTerms = () =>
  import('../features/help/terms-dialog.tsx').then((part) => part.TermsDialog);
const loadGetStarted = () =>
  import('../features/sign-in/get-started-dialog.tsx').then((part) => part.GetStartedDialog);
const loadArrived = () => import('../features/sign-in/arrival.ts').then((part) => part.arrived);

const OnboardingPage = page(() =>
  import('../features/sign-in/onboarding.tsx').then((part) => part.OnboardingPage),
);
const LinkPage = page(() =>
  import('../features/sign-in/link-page.tsx').then((part) => part.LinkPage),
);
const SignedIn = page(loadSignedIn);
const HeaderLayout = page(loadHeader);
const HomePage = page(loadHome);
// Each of these two pages has two addresses. One component for both keeps its state between them.
const QuizPage = page(loadQuiz);
const LeaderboardPage = page(() =>
  import('../features/leaderboard/leaderboard-page.tsx').then((part) => part.LeaderboardPage),
);

/** The pages of visitors. A player is led to the dashboard (pages.md#guards). */
const VISITORS = [
  route(
    paths.tryFive,
    page(() => import('../features/practice/try-five-page.tsx').then((part) => part.TryFivePage)),
  ),
];

/** The pages of players. A visitor is led to the landing (pages.md#guards). */
const PLAYERS = [
  route(
    paths.billing,
    page(() => import('../features/billing/billing-page.tsx').then((part) => part.BillingPage)),
    'Billing',
  ),
  route(
    paths.rewards,
    page(() => import('../features/rewards/rewards-page.tsx').then((part) => part.RewardsPage)),
    'Rewards',
  ),
  route(
    paths.profile,
    page(() => import('../features/profile/profile-page.tsx').then((part) => part.ProfilePage)),
    'Profile',
  ),
  route(
    paths.myData,
    page(() => import('./my-data-route.tsx').then((part) => part.MyDataRoute)),
  ),
  route(paths.quizByState, QuizPage),
  route(paths.quiz, QuizPage),
  route(
    paths.practice,
    page(() => import('../features/practice/practice-page.tsx').then((part) => part.PracticePage)),
  ),
  route(
    paths.passThePhone,
    page(() => import('../features/practice/pass-page.tsx').then((part) => part.PassPage)),
  ),
  route(paths.leaderboard, LeaderboardPage),
  route(paths.daily, LeaderboardPage),
  route(
    paths.rush,
    page(() => import('../features/rush/entry-page.tsx').then((part) => part.RushEntryPage)),
  ),
  route(
    paths.rushBoard,
    page(() =>
      import('../features/leaderboard/rush-board-page.tsx').then((part) => part.RushBoardPage),
    ),
  ),
  route(
    paths.rushPlay,
    page(() => import('../features/rush/play-page.tsx').then((part) => part.RushPlayPage)),
  ),
  route(
    paths.proof,
    page(() => import('../features/rewards/proof-page.tsx').then((part) => part.ProofPage)),
  ),
  route(
    paths.rules,
    page(() => import('../features/help/how-to-win-page.tsx').then((part) => part.HowToWinPage)),
  ),
  route(
    paths.promo,
    page(() => import('../features/help/promo-page.tsx').then((part) => part.PromoPage)),
  ),
  route(
    paths.contact,
    page(() => import('../features/help/contact-page.tsx').then((part) => part.ContactPage)),
  ),
  route(
    paths.dataUsed,
    page(() =>
      import('../features/data-used/data-used-page.tsx').then((part) => part.DataUsedPage),
    ),
  ),
];

/** The pages that everybody may see. */
const EVERYBODY = [
  route(
    paths.campaign,
    page(() => import('../features/sign-in/campaign-page.tsx').then((part) => part.CampaignPage)),
  ),
  route(
    paths.draw,
    page(() => import('../features/rewards/draw-page.tsx').then((part) => part.DrawPage)),
  ),
  route(
    paths.faqs,
    page(() => import('../features/help/faqs-page.tsx').then((part) => part.FaqsPage)),
  ),
  route(
    paths.privacy,
    page(() => import('../features/help/privacy-page.tsx').then((part) => part.PrivacyPage)),
  ),
  route(
    paths.fairness,
    page(() => import('../features/help/fairness-page.tsx').then((part) => part.FairnessPage)),
  ),
];

/** A page whose code is loaded when the page is first opened. */
function page<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then((loaded) => ({ default: loaded })));
}

/**
 * A page and its address. A page with a `title` is shown below the menu's header. A page without a
 * title has its own bar.
 */
function route(path: string, Page: ComponentType, title?: string) {
  const own = <Route key={path} path={path} element={<Page />} />;
  if (!title) return own;
  return (
    <Route key={path} element={<HeaderLayout title={title} />}>
      {own}
    </Route>
  );
}

const LANDING_PARTS = { loadTerms, loadGetStarted, loadArrived };

/**
 * Loads the parts of a player's page at the same time. They are nested, so loading one after the other
 * would cost a round trip each.
 */
function loadPlayersPages(): Promise<unknown> {
  return Promise.allSettled([loadSignedIn(), loadHeader(), loadHome()]);
}

/**
 * Loads the code of the game for a visitor who came by a link and will play next. The link's calls are
 * being answered meanwhile, so the network is free.
 */
function loadGame(): void {
  loadPlayersPages()
    .then(loadQuiz)
    .catch(() => undefined);
}

/** The app: its session, its pages and its work in the background. */
export function App() {
  return (
    <Providers>
      <BrowserRouter>
        <ErrorBoundary fallback={<PageFailed />}>
          <Routes>
            <Route element={<VisitorsOnly />}>
              <Route path={paths.root} element={<LandingPage {...LANDING_PARTS} />} />
              <Route path={paths.landing} element={<LandingPage {...LANDING_PARTS} />} />
              <Route path={paths.onboarding} element={<OnboardingPage loadTerms={loadTerms} />} />
              {VISITORS}
              <Route path="*" element={<LandingPage {...LANDING_PARTS} />} />
            </Route>
            <Route element={<ArrivalsOnly onCome={loadGame} />}>
              <Route path={paths.login} element={<LinkPage address="login" />} />
              <Route path={paths.authenticate} element={<LinkPage address="authenticate" />} />
            </Route>
            <Route path={paths.secureD} element={<LinkPage address="secure-d" />} />
            <Route element={<PlayersOnly onEnter={loadPlayersPages} />}>
              <Route element={<SignedIn />}>
                <Route element={<HeaderLayout />}>
                  <Route path={paths.home} element={<HomePage loadQuiz={loadQuiz} />} />
                </Route>
                {PLAYERS}
              </Route>
            </Route>
            <Route path={paths.megaMillionaire} element={<Navigate to={paths.rush} replace />} />
            {EVERYBODY}
          </Routes>
        </ErrorBoundary>
        <ErrorBoundary>
          <AfterFirstPaint />
        </ErrorBoundary>
      </BrowserRouter>
    </Providers>
  );
}

/** Loads toasts, the outbox and the service worker after the first screen is painted. */
function AfterFirstPaint() {
  const [isPainted, setPainted] = useState(false);
  useEffect(() => {
    const frame = requestAnimationFrame(() => setPainted(true));
    return () => cancelAnimationFrame(frame);
  }, []);
  const Background = useLoaded(isPainted ? loadBackground : null);
  return Background && <Background />;
}

/** With one id for the toast, two guards do not show it twice (pages.md#guards). */
const PLEASE_LOGIN_ID = 'error103';

/** The guard of the visitors' pages: a signed-in player is led to the dashboard (pages.md#guards). */
export function VisitorsOnly() {
  return usePlayer() ? <ToDashboard /> : <Outlet />;
}

/**
 * Leads players to the dashboard if they were signed in when they opened the link. A visitor who is
 * signed in by the link stays until its messages have been shown (sign-in.md#sign-in-by-a-link).
 */
export function ArrivalsOnly({ onCome }: { onCome: () => void }) {
  const player = usePlayer();
  const [wasPlayer] = useState(player !== null);
  // This effect runs after those of the page inside, so the link's own calls are sent first.
  useEffect(onCome, [onCome]);
  return wasPlayer ? <ToDashboard /> : <Outlet />;
}

function ToDashboard() {
  return (
    <>
      {/* The router keeps the present screen until the dashboard's code is loaded. */}
      <PageLoading />
      <Navigate to={paths.home} replace />
    </>
  );
}

/**
 * The guard of the players' pages: a visitor is led to the landing page and told why (pages.md#guards).
 */
function PlayersOnly({ onEnter }: { onEnter: () => void }) {
  const isPlayer = usePlayer() !== null;
  useEffect(() => {
    if (isPlayer) onEnter();
  }, [isPlayer, onEnter]);
  return isPlayer ? <Outlet /> : <ToLanding />;
}

function ToLanding() {
  useEffect(() => {
    import('../components/toast.ts').then(
      ({ toastError }) => toastError('Please Login', { id: PLEASE_LOGIN_ID }),
      // The toast's code could not be loaded. The landing page alone says enough.
      () => undefined,
    );
  }, []);
  return <Navigate to={paths.root} replace />;
}

type Props = { children: ReactNode };

/** The frame of every screen, with the session and the player's colours and theme. */
function Providers({ children }: Props) {
  return (
    <Provider store={store}>
      <Looks>{children}</Looks>
    </Provider>
  );
}

/**
 * Sets theme and brand on the document, where the design tokens read them, and the colour of the
 * browser's bar.
 */
function Looks({ children }: Props) {
  const isDark = useIsDark();
  const { id, name } = useBrand();
  useEffect(() => {
    const root = document.documentElement;
    root.dataset.theme = isDark ? 'dark' : 'light';
    root.dataset.brand = id;
    const night = getComputedStyle(root).getPropertyValue('--c-night').trim();
    document.querySelector('meta[name="theme-color"]')?.setAttribute('content', night);
  }, [isDark, id]);
  return <PartnerName value={name}>{children}</PartnerName>;
}
