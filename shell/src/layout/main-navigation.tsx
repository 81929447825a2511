import { paths } from '@twostroke/shared/contracts/paths';
import { NavLink } from '@twostroke/shared/router';
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
  const links = [
    { to: paths.services(), label: 'Services' },
    { to: paths.bikes(), label: 'Bikes' },
    { to: `${paths.contact()}#areas`, label: 'Areas' },
    { to: paths.blog(), label: 'Blog' },
    { to: paths.myBookings(), label: 'My bookings' },
    ...(isAdmin ? [{ to: paths.admin(), label: 'Workshop' }] : []),
  ];
  return (
    <nav aria-label="Main" className={className}>
      {links.map(({ to, label }) => (
        <NavLink key={to} to={to} className={styles.link} onClick={onNavigate}>
          {label}
        </NavLink>
      ))}
    </nav>
  );
}
