import { Outlet, ScrollRestoration, useLocation, useNavigation } from '@twostroke/shared/router';
import { SkipLink } from '@twostroke/shared/ui/skip-link';
import { AdminAlerts } from '../remotes/admin-alerts.tsx';
import { CartDrawer } from '../remotes/cart-drawer.tsx';
import { BackToTop } from './back-to-top.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { placeKey, placesStorageKey } from './return-to-place.ts';
import { SiteFooter } from './site-footer.tsx';
import { SiteHeader } from './site-header.tsx';
import styles from './site-layout.module.css';
import { Toasts } from './toasts.tsx';
import { useNavigationFocus } from './use-navigation-focus.ts';
import { useReadsPrepared } from './use-reads-prepared.ts';
import { VersionWatch } from './version-watch.tsx';

/** The frame around every page: what stays while pages come and go. */
export function SiteLayout() {
  const { pathname } = useLocation();
  const loading = useNavigation().state === 'loading';
  const { mainRef, announcement } = useNavigationFocus(pathname);
  useReadsPrepared();
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
      <ScrollRestoration getKey={placeKey} storageKey={placesStorageKey} />
    </div>
  );
}
