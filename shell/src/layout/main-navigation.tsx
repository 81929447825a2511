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
  // Each with the folders of addresses in which it is marked.
  const links: [to: string, label: string, folders: string][] = [
    [paths.services(), 'Services', 'services'],
    [paths.bikes(), 'Bikes', 'bikes|brands'],
    // The list of areas is a section of the contact page; the contact page itself does not mark this link.
    [`${paths.contact()}#areas`, 'Areas', 'location'],
    [paths.blog(), 'Blog', 'blog'],
    [paths.myBookings(), 'My bookings', 'my-bookings'],
  ];
  if (isAdmin) links.push([paths.admin(), 'Workshop', 'admin']);
  return (
    <nav aria-label="Main" className={className}>
      {links.map(([to, label, folders]) => (
        <Link
          key={to}
          to={to}
          className={styles.link}
          onClick={onNavigate}
          aria-current={RegExp(`^/(${folders})(/|$)`).test(pathname) ? 'page' : undefined}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
