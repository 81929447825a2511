import { Outlet, ScrollRestoration, useLocation, useNavigation } from '@twostroke/shared/router';
import { SkipLink } from '@twostroke/shared/ui/skip-link';
import { AdminAlerts } from './admin-alerts.tsx';
import { CartDrawer } from './cart-drawer.tsx';
import { BackToTop } from './back-to-top.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { scrollKey, scrollStorageKey } from './restore-scroll.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { Toasts } from './toasts.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';
import { usePrepareReads } from './use-prepare-reads.ts';
import { VersionWatch } from './version-watch.tsx';

/** The frame around every page, kept during navigation. */
export function SiteLayout() {
  const { pathname } = useLocation();
  const loading = useNavigation().state === 'loading';
  const { mainRef, announcement } = useNavigationFocus(pathname);
  usePrepareReads();
  return (
    <div className={styles.frame}>
      <SkipLink />
      <SiteHeader loading={loading} />
      <ConnectionBanner />
      <VersionWatch />
      <main id="main" ref={mainRef} tabIndex={-1} className={styles.main} aria-busy={loading || undefined}>
        <Outlet />
      </main>
      <SiteFooter />
      <BackToTop />
      <p className={styles.announcement} aria-live="polite">
        {announcement}
      </p>
      <CartDrawer />
      <AdminAlerts />
      <Toasts />
      <ScrollRestoration getKey={scrollKey} storageKey={scrollStorageKey} />
    </div>
  );
}
