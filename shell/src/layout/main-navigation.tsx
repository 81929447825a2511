import { paths } from '@twostroke/shared/contracts/paths';
import { Link, useLocation } from '@twostroke/shared/router';
import { sessionAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import styles from './main-navigation.module.css';

export interface MainNavigationProps {
  className?: string;
  onNavigate?: () => void;
}

/** The site's main pages. The workshop's own page is listed for admins only. */
export function MainNavigation({ className, onNavigate }: MainNavigationProps) {
  const session = useAtomValue(sessionAtom);
  const isAdmin = session.status === 'signed-in' && session.isAdmin;
  const { pathname } = useLocation();
  const links = [
    { to: paths.services(), label: 'Services', pages: ['/services'] },
    { to: paths.bikes(), label: 'Bikes', pages: ['/bikes', '/brands'] },
    // The list of areas is a section of the contact page; the contact page itself does not mark this link.
    { to: `${paths.contact()}#areas`, label: 'Areas', pages: ['/location'] },
    { to: paths.blog(), label: 'Blog', pages: ['/blog'] },
    { to: paths.myBookings(), label: 'My bookings', pages: ['/my-bookings'] },
    ...(isAdmin ? [{ to: paths.admin(), label: 'Workshop', pages: ['/admin'] }] : []),
  ];
  const isCurrent = (pages: string[]) => pages.some((page) => pathname === page || pathname.startsWith(`${page}/`));
  return (
    <nav aria-label="Main" className={className}>
      {links.map(({ to, label, pages }) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          onClick={onNavigate}
          aria-current={isCurrent(pages) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
