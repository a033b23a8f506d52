// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
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
const CampaignPage = page(() =>
  import('../features/sign-in/campaign-page.tsx').then((part) => part.CampaignPage),
);
const SignedIn = page(loadSignedIn);
const HeaderLayout = page(loadHeader);
const HomePage = page(loadHome);
const QuizPage = page(loadQuiz);
const LeaderboardPage = page(() =>
  import('../features/leaderboard/leaderboard-page.tsx').then((part) => part.LeaderboardPage),
);
const RushEntryPage = page(() =>
  import('../features/rush/entry-page.tsx').then((part) => part.RushEntryPage),
);
const RushPlayPage = page(() =>
  import('../features/rush/play-page.tsx').then((part) => part.RushPlayPage),
);
const RushBoardPage = page(() =>
  import('../features/leaderboard/rush-board-page.tsx').then((part) => part.RushBoardPage),
);
const RewardsPage = page(() =>
  import('../features/rewards/rewards-page.tsx').then((part) => part.RewardsPage),
);
const ProofPage = page(() =>
  import('../features/rewards/proof-page.tsx').then((part) => part.ProofPage),
);
const DrawPage = page(() =>
  import('../features/rewards/draw-page.tsx').then((part) => part.DrawPage),
);
const PracticePage = page(() =>
  import('../features/practice/practice-page.tsx').then((part) => part.PracticePage),
);
const PassPage = page(() =>
  import('../features/practice/pass-page.tsx').then((part) => part.PassPage),
);
const TryFivePage = page(() =>
  import('../features/practice/try-five-page.tsx').then((part) => part.TryFivePage),
);
const BillingPage = page(() =>
  import('../features/billing/billing-page.tsx').then((part) => part.BillingPage),
);
const ProfilePage = page(() =>
  import('../features/profile/profile-page.tsx').then((part) => part.ProfilePage),
);
const MyDataPage = page(() => import('./my-data-route.tsx').then((part) => part.MyDataRoute));
const PrivacyPage = page(() =>
  import('../features/help/privacy-page.tsx').then((part) => part.PrivacyPage),
);
const FaqsPage = page(() => import('../features/help/faqs-page.tsx').then((part) => part.FaqsPage));
const HowToWinPage = page(() =>
  import('../features/help/how-to-win-page.tsx').then((part) => part.HowToWinPage),
);
const PromoPage = page(() =>
  import('../features/help/promo-page.tsx').then((part) => part.PromoPage),
);
const FairnessPage = page(() =>
  import('../features/help/fairness-page.tsx').then((part) => part.FairnessPage),
);
const ContactPage = page(() =>
  import('../features/help/contact-page.tsx').then((part) => part.ContactPage),
);
const DataUsedPage = page(() =>
  import('../features/data-used/data-used-page.tsx').then((part) => part.DataUsedPage),
);

/** A page whose code comes when it is first opened. */
function page<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy(() => load().then((loaded) => ({ default: loaded })));
}

const LANDING_PARTS = { loadTerms, loadGetStarted, loadArrived };

/** The pages stand one inside the other: loaded one after the other, each costs a round trip. */
function loadPlayersPages(): Promise<unknown> {
  return Promise.allSettled([loadSignedIn(), loadHeader(), loadHome()]);
}

/** A visitor by a link plays next: the line is free while the link's calls are answered. */
function loadGame(): void {
  loadPlayersPages()
    .then(loadQuiz)
    .catch(() => undefined);
}

/** The app: session, addresses, and what runs behind them. */
export function App() {
  return (
    <Providers>
      <BrowserRouter>
        <ErrorBoundary fallback={<PageFailed />}>
          <Routes>
            <Route element={<VisitorsOnly />}>
              <Route path={paths.root} element={<LandingPage {...LANDING_PARTS} />} />
              <Route path={paths.landing} element={<LandingPage {...LANDING_PARTS} />} />
              <Route path={paths.tryFive} element={<TryFivePage />} />
              <Route path={paths.onboarding} element={<OnboardingPage loadTerms={loadTerms} />} />
              <Route path="*" element={<LandingPage {...LANDING_PARTS} />} />
            </Route>
            <Route element={<ArrivalsOnly onCome={loadGame} />}>
              <Route path={paths.login} element={<LinkPage address="login" />} />
              <Route path={paths.authenticate} element={<LinkPage address="authenticate" />} />
            </Route>
            <Route path={paths.secureD} element={<LinkPage address="secure-d" />} />
            <Route path={paths.campaign} element={<CampaignPage />} />
            <Route element={<PlayersOnly onEnter={loadPlayersPages} />}>
              <Route element={<SignedIn />}>
                <Route element={<HeaderLayout />}>
                  <Route path={paths.home} element={<HomePage loadQuiz={loadQuiz} />} />
                </Route>
                <Route element={<HeaderLayout title="Billing" />}>
                  <Route path={paths.billing} element={<BillingPage />} />
                </Route>
                <Route element={<HeaderLayout title="Rewards" />}>
                  <Route path={paths.rewards} element={<RewardsPage />} />
                </Route>
                <Route element={<HeaderLayout title="Profile" />}>
                  <Route path={paths.profile} element={<ProfilePage />} />
                </Route>
                <Route path={paths.quizByState} element={<QuizPage />} />
                <Route path={paths.quiz} element={<QuizPage />} />
                <Route path={paths.practice} element={<PracticePage />} />
                <Route path={paths.passThePhone} element={<PassPage />} />
                <Route path={paths.leaderboard} element={<LeaderboardPage />} />
                <Route path={paths.daily} element={<LeaderboardPage />} />
                <Route path={paths.rush} element={<RushEntryPage />} />
                <Route path={paths.rushBoard} element={<RushBoardPage />} />
                <Route path={paths.rushPlay} element={<RushPlayPage />} />
                <Route path={paths.proof} element={<ProofPage />} />
                <Route path={paths.rules} element={<HowToWinPage />} />
                <Route path={paths.promo} element={<PromoPage />} />
                <Route path={paths.contact} element={<ContactPage />} />
                <Route path={paths.dataUsed} element={<DataUsedPage />} />
                <Route path={paths.myData} element={<MyDataPage />} />
              </Route>
            </Route>
            <Route path={paths.megaMillionaire} element={<Navigate to={paths.rush} replace />} />
            <Route path={paths.draw} element={<DrawPage />} />
            <Route path={paths.faqs} element={<FaqsPage />} />
            <Route path={paths.privacy} element={<PrivacyPage />} />
            <Route path={paths.fairness} element={<FairnessPage />} />
          </Routes>
        </ErrorBoundary>
        <ErrorBoundary>
          <AfterFirstPaint />
        </ErrorBoundary>
      </BrowserRouter>
    </Providers>
  );
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

/** The toast's id keeps two guards from saying it twice (pages.md#guards). */
const PLEASE_LOGIN_ID = 'error103';

/** The public group: a signed-in player goes to the dashboard (pages.md#guards). */
export function VisitorsOnly() {
  return usePlayer() ? <ToDashboard /> : <Outlet />;
}

/**
 * Only who comes with a token is sent on: who gets one by the link stays until the link has said
 * what it has to say (sign-in.md#sign-in-by-a-link).
 */
export function ArrivalsOnly({ onCome }: { onCome: () => void }) {
  const player = usePlayer();
  const [wasPlayer] = useState(player !== null);
  // The link's own calls go first.
  useEffect(onCome, [onCome]);
  return wasPlayer ? <ToDashboard /> : <Outlet />;
}

function ToDashboard() {
  return (
    <>
      {/* The router keeps what is shown until the dashboard's code is there. */}
      <PageLoading />
      <Navigate to={paths.home} replace />
    </>
  );
}

/** The logged-in group: a visitor goes to the landing page and is told why (pages.md#guards). */
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
      // No line for the toast's code: the landing page says enough.
      () => undefined,
    );
  }, []);
  return <Navigate to={paths.root} replace />;
}

type Props = { children: ReactNode };

/** The frame of every screen: the session, and the player's colours and theme. */
function Providers({ children }: Props) {
  return (
    <Provider store={store}>
      <Looks>{children}</Looks>
    </Provider>
  );
}

/** Puts theme and brand on the document, where the design tokens read them, and on its bar. */
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
