import { toolViewsId } from '@twostroke/shared/contracts/manifest';
import { paths } from '@twostroke/shared/contracts/paths';
import { Link } from '@twostroke/shared/router';
import { Logo } from '@twostroke/shared/ui/logo';
import { AccountLink } from './account-link.tsx';
import { CartButton } from './cart-button.tsx';
import { MainNavigation } from './main-navigation.tsx';
import { MobileMenu } from './mobile-menu.tsx';
import styles from './site-header.module.css';
import { VehicleMenu } from './vehicle-menu.tsx';

export interface SiteHeaderProps {
  /** Whether another page is loading. */
  loading: boolean;
  /** Whether it is above a tool, whose page puts its views into the header; nothing of the shop is in it. */
  tool?: boolean;
}

/** The signboard at the top of every page. */
export function SiteHeader({ loading, tool }: SiteHeaderProps) {
  return (
    <header className={loading ? `${styles.header} ${styles.loading}` : styles.header}>
      <div className={styles.inner}>
        <Link to={paths.home()} className={styles.logo} aria-label="Twostroke, home">
          <Logo />
        </Link>
        {tool ? <div id={toolViewsId} /> : <MainNavigation className={styles.navigation} />}
        <div className={styles.tools}>
          {tool || <VehicleMenu />}
          <AccountLink />
          {tool || <CartButton />}
          {tool || <MobileMenu className={styles.small} />}
        </div>
      </div>
    </header>
  );
}
