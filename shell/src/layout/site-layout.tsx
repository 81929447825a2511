import type { RegistryRoute } from '@twostroke/shared/contracts/registry';
import { Outlet, ScrollRestoration, useLocation, useMatches, useNavigation } from '@twostroke/shared/router';
import { HydrateLater } from '@twostroke/shared/ui/hydrate-later';
import { SkipLink } from '@twostroke/shared/ui/skip-link';
import { AdminAlerts } from './admin-alerts.tsx';
import { CartDrawer } from './cart-drawer.tsx';
import { BackToTop } from './back-to-top.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { scrollKey, scrollStorageKey } from './restore-scroll.ts';
import { SiteFooter, SlimFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { Toasts } from './toasts.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';
import { usePrepareReads } from './use-prepare-reads.ts';
import { VersionWatch } from './version-watch.tsx';

/** The frame around every page, kept during navigation. */
export function SiteLayout() {
  const { pathname } = useLocation();
  const frame = (useMatches().at(-1)?.handle as RegistryRoute | undefined)?.frame;
  const tool = frame === 'tool';
  const loading = useNavigation().state === 'loading';
  const { mainRef, announcement } = useNavigationFocus(pathname);
  usePrepareReads();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <SiteHeader loading={loading} tool={tool} />
      <ConnectionBanner />
      <VersionWatch />
      <main id="main" ref={mainRef} tabIndex={-1} className={styles.main} aria-busy={loading || undefined}>
        <Outlet />
      </main>
      {tool || <HydrateLater>{frame === 'task' ? <SlimFooter /> : <SiteFooter />}</HydrateLater>}
      <BackToTop />
      <p className={styles.announcement} aria-live="polite">
        {announcement}
      </p>
      {tool || <CartDrawer />}
      <AdminAlerts />
      <Toasts />
      <ScrollRestoration getKey={scrollKey} storageKey={scrollStorageKey} />
    </div>
  );
}
