import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { usePageStart } from '../../components/screens.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { env } from '../../config/env.ts';
import { useSignedInPlayer } from '../../session/session.ts';
import styles from './billing-page.module.css';
import { ConsentsPanel } from './consents.tsx';
import { PassbookPanel } from './passbook.tsx';
import { PlanPanel } from './plan.tsx';
import { billingKey } from './reads.ts';

const TABS = [
  { value: 'plan', label: 'Plan' },
  { value: 'passbook', label: 'Passbook' },
  { value: 'consents', label: 'My consents' },
] as const;

const PANELS = { plan: PlanPanel, passbook: PassbookPanel, consents: ConsentsPanel };

/** Shows the player's plan and payments, coins, and consents (billing.md#billing-tabs). */
export function BillingPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  usePageStart('Billing');
  useFreshAfterPurchase();
  // Passbook and consents are additions of our server, so an API without additions shows neither tab.
  const tab = (env.hasAdditions && TABS.find(({ value }) => hash === `#${value}`)) || TABS[0];
  const Panel = PANELS[tab.value];

  return (
    <main className={styles.main}>
      {env.hasAdditions ? (
        <Tabs
          label="Billing"
          tabs={TABS}
          value={tab.value}
          onChange={(value) => navigate({ hash: value === 'plan' ? '' : value }, { replace: true })}
        >
          <Panel />
        </Tabs>
      ) : (
        <Panel />
      )}
    </main>
  );
}

/** Reads plan, passbook and consents again after a purchase, which can be made in a dialog over this page. */
function useFreshAfterPurchase(): void {
  const { id, isActive, pointBalance } = useSignedInPlayer();
  const client = useQueryClient();
  const shown = `${isActive} ${pointBalance}`;
  const last = useRef(shown);
  useEffect(() => {
    if (last.current === shown) return;
    last.current = shown;
    void client.invalidateQueries({ queryKey: billingKey(id) });
  }, [client, id, shown]);
}
