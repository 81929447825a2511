import { paths, workshopPaths } from '@twostroke/shared/contracts/paths';
import { formatDay, formatInstant, formatWindow } from '@twostroke/shared/domain/calendar';
import { Badge } from '@twostroke/shared/ui/badge';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useEffect, useEffectEvent, useState } from 'react';
import { explain } from '../../messages.ts';
import { modeName } from '../../model/booking-row.ts';
import { useMay } from '../../model/duty.ts';
import styles from './alert-bell.module.css';
import { markRead, readAlerts, type PastAlert } from './alert-list.ts';
import { AlertWays } from './alert-ways.tsx';

export interface AlertsDialogProps {
  admin: string;
  onClose: () => void;
  /** Called when alerts were marked as read. */
  onRead: () => void;
}

/** The latest alerts: which bike, when and where, and what can be done with it. */
export function AlertsDialog({ admin, onClose, onRead }: AlertsDialogProps) {
  const may = useMay();
  const [alerts, setAlerts] = useState<readonly PastAlert[] | null>(null);
  const [busy, setBusy] = useState(false);
  const [said, setSaid] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const load = useEffectEvent(() => {
    readAlerts(admin).then(setAlerts, (thrown: unknown) => setProblem(explain(thrown)));
  });
  useEffect(() => load(), []);
  const unread = alerts?.filter(({ read_at }) => read_at === null).length ?? 0;
  async function markAll(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await markRead(admin);
      setSaid('All of them are marked as read.');
      setAlerts(alerts?.map((alert) => ({ ...alert, read_at: alert.read_at ?? alert.created_at })) ?? null);
      onRead();
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(false);
  }
  return (
    <Dialog open onClose={onClose} title="Alerts" closeLabel="Close the alerts">
      <Stack>
        <FormProblem sentence={problem} />
        <p role="status">{said}</p>
        {unread > 0 && (
          <Row>
            <Button variant="line" small busy={busy} busyLabel="Marking" onClick={() => void markAll()}>
              Mark all read
            </Button>
          </Row>
        )}
        {alerts?.length === 0 && <p>No booking was made since you look after them.</p>}
        {alerts && alerts.length > 0 && (
          <ul className={styles.list}>
            {alerts.map((alert) => (
              <Alert key={alert.order_id} alert={alert} canAssign={may('assign_jobs')} onLeave={onClose} />
            ))}
          </ul>
        )}
        {may('hear_alerts') && <AlertWays />}
      </Stack>
    </Dialog>
  );
}

interface AlertProps {
  alert: PastAlert;
  canAssign: boolean;
  /** Called when a link leads away from the list. */
  onLeave: () => void;
}

function Alert({ alert: { order_id, created_at, read_at, booking }, canAssign, onLeave }: AlertProps) {
  const name = booking?.vehicle_number ?? `booking ${order_id.slice(0, 8)}`;
  const ofIt = <VisuallyHidden>: {name}</VisuallyHidden>;
  return (
    <li className={styles.alert}>
      <span className={styles.head}>
        {booking?.vehicle_number ? (
          <PlateNumber number={booking.vehicle_number} size="small" />
        ) : (
          <span>{order_id.slice(0, 8)}</span>
        )}
        {read_at === null && <Badge tone="new">New</Badge>}
        <span className={styles.small}>{formatInstant(created_at)}</span>
      </span>
      {booking ? (
        <>
          <b>{booking.bike_name}</b>
          <span>{whenAndWhere(booking)}</span>
          <Row>
            <ButtonLink variant="line" small to={paths.adminBooking(order_id)} onClick={onLeave}>
              Open{ofIt}
            </ButtonLink>
            {booking.status === 'confirmed' && canAssign && (
              <ButtonLink variant="line" small to={workshopPaths.assign(order_id)} onClick={onLeave}>
                Assign{ofIt}
              </ButtonLink>
            )}
          </Row>
        </>
      ) : (
        <span className={styles.small}>A colleague has this job.</span>
      )}
    </li>
  );
}

function whenAndWhere({
  booking_date,
  booking_time,
  window_end,
  mode,
  areas,
}: NonNullable<PastAlert['booking']>): string {
  const when = `${formatDay(booking_date)}, ${formatWindow(booking_time, window_end)}`;
  return [when, modeName(mode), areas?.name].filter(Boolean).join(', ');
}
