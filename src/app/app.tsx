// In the first load: every byte here is waited for by a phone on 2G (npm run budget).
import { type ComponentType, lazy, useEffect, useState } from 'react';
import { BrowserRouter, Navigate, Route, Routes } from 'react-router-dom';
import { useLoaded } from '../components/use-loaded.ts';
import { paths } from '../config/paths.ts';
import { LandingPage } from '../features/landing/landing-page.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { ArrivalsOnly, PlayersOnly, VisitorsOnly } from './guards.tsx';
import { PageFailed } from './page-failed.tsx';
import { Providers } from './providers.tsx';

const loadBackground = () => import('./background.tsx').then((part) => part.Background);
const loadSignedIn = () => import('./signed-in.tsx').then((part) => part.openSignedIn());
const loadHeader = () => import('./header-layout.tsx').then((part) => part.HeaderLayout);
const loadHome = () =>
  import('../features/home/dashboard/home-page.tsx').then((part) => part.HomePage);
const loadQuiz = () => import('../features/quiz/quiz-page.tsx').then((part) => part.QuizPage);
const loadTerms = () =>
  import('../features/help/terms/terms-dialog.tsx').then((part) => part.TermsDialog);
const loadGetStarted = () =>
  import('../features/sign-in/get-started/get-started-dialog.tsx').then(
    (part) => part.GetStartedDialog,
  );
const loadArrived = () => import('../features/sign-in/arrival.ts').then((part) => part.arrived);

const OnboardingPage = page(() =>
  import('../features/sign-in/onboarding/onboarding-page.tsx').then((part) => part.OnboardingPage),
);
const LinkPage = page(() =>
  import('../features/sign-in/links/link-page.tsx').then((part) => part.LinkPage),
);
const CampaignPage = page(() =>
  import('../features/sign-in/links/campaign-page.tsx').then((part) => part.CampaignPage),
);
const SignedIn = page(loadSignedIn);
const HeaderLayout = page(loadHeader);
const HomePage = page(loadHome);
const QuizPage = page(loadQuiz);
const LeaderboardPage = page(() =>
  import('../features/leaderboard/leaderboard-page.tsx').then((part) => part.LeaderboardPage),
);
const RushEntryPage = page(() =>
  import('../features/rush/entry/entry-page.tsx').then((part) => part.RushEntryPage),
);
const RushPlayPage = page(() =>
  import('../features/rush/play/play-page.tsx').then((part) => part.RushPlayPage),
);
const RushBoardPage = page(() =>
  import('../features/leaderboard/rush/rush-board-page.tsx').then((part) => part.RushBoardPage),
);
const RewardsPage = page(() =>
  import('../features/rewards/rewards-page.tsx').then((part) => part.RewardsPage),
);
const ProofPage = page(() =>
  import('../features/rewards/proof/proof-page.tsx').then((part) => part.ProofPage),
);
const DrawPage = page(() =>
  import('../features/rewards/draw/draw-page.tsx').then((part) => part.DrawPage),
);
const PracticePage = page(() =>
  import('../features/practice/practice-page.tsx').then((part) => part.PracticePage),
);
const PassPage = page(() =>
  import('../features/practice/pass/pass-page.tsx').then((part) => part.PassPage),
);
const TryFivePage = page(() =>
  import('../features/practice/try-five/try-five-page.tsx').then((part) => part.TryFivePage),
);
const BillingPage = page(() =>
  import('../features/billing/billing-page.tsx').then((part) => part.BillingPage),
);
const ProfilePage = page(() =>
  import('../features/profile/profile-page.tsx').then((part) => part.ProfilePage),
);
const MyDataPage = page(() => import('./my-data-route.tsx').then((part) => part.MyDataRoute));
const PrivacyPage = page(() =>
  import('../features/help/privacy/privacy-page.tsx').then((part) => part.PrivacyPage),
);
const FaqsPage = page(() =>
  import('../features/help/faqs/faqs-page.tsx').then((part) => part.FaqsPage),
);
const HowToWinPage = page(() =>
  import('../features/help/how-to-win/how-to-win-page.tsx').then((part) => part.HowToWinPage),
);
const PromoPage = page(() =>
  import('../features/help/promo/promo-page.tsx').then((part) => part.PromoPage),
);
const FairnessPage = page(() =>
  import('../features/help/fairness/fairness-page.tsx').then((part) => part.FairnessPage),
);
const ContactPage = page(() =>
  import('../features/help/contact/contact-page.tsx').then((part) => part.ContactPage),
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

/** Whoever comes by a link plays next: the line is free while the link's calls are answered. */
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
