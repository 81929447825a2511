import { sessionAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { PartBoundary } from './part-boundary.tsx';
import { useSlot } from './use-slot.ts';

/** Where the admin app reports new bookings, on every page. For anybody else nothing of it is even fetched. */
export function AdminAlerts() {
  const session = useAtomValue(sessionAtom);
  const isAdmin = session.status === 'signed-in' && session.isAdmin;
  const [state] = useSlot('admin-alerts', isAdmin);
  if (!isAdmin || state.status !== 'ready') return null;
  return (
    <PartBoundary fallback={() => null}>
      <state.fragment.Component />
    </PartBoundary>
  );
}
