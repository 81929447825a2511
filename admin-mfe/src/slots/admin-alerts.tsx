import { paths, workshopPaths } from '@twostroke/shared/contracts/paths';
import { useNavigate } from '@twostroke/shared/router';
import { notify, sessionAtom } from '@twostroke/shared/state';
import { useAtomValue } from 'jotai';
import { useEffect, useRef } from 'react';
import { isOn } from '../features/alert-bookings/alert-switches.ts';
import { writeAlertLog } from '../features/alert-bookings/alert-records.ts';
import { alertBody, alertDurationMs, alertTitle } from '../features/alert-bookings/booking-alert.ts';
import { followNewBookings } from '../features/alert-bookings/follow-new-bookings.ts';

/** Alerts an admin of new bookings, on every page of the site. Renders nothing itself. */
export function Component() {
  const session = useAtomValue(sessionAtom);
  const adminId = session.status === 'signed-in' && session.isAdmin ? session.user.id : null;
  const navigate = useNavigate();
  const open = useRef(navigate);
  useEffect(() => {
    open.current = navigate;
  });
  useEffect(() => {
    if (!adminId) return undefined;
    return followNewBookings(adminId, (booking) => {
      void notify(alertTitle, {
        description: alertBody(booking),
        duration: alertDurationMs,
        action: { label: 'Open', onClick: () => void open.current(paths.adminBooking(booking.id)) },
        cancel: { label: 'Assign', onClick: () => void open.current(workshopPaths.assign(booking.id)) },
      });
      void writeAlertLog(adminId, booking);
      if (isOn('sound')) void import('../features/alert-bookings/ring.ts').then(({ ring }) => ring());
      if (isOn('notification')) {
        void import('../features/alert-bookings/browser-notification.ts').then(({ notifyBrowser }) =>
          notifyBrowser(booking, () => void open.current(paths.adminBooking(booking.id))),
        );
      }
    });
  }, [adminId]);
  return null;
}
