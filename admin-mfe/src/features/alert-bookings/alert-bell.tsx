import { IconButton } from '@twostroke/shared/ui/icon-button';
import { bell } from '@twostroke/shared/ui/icons';
import { useLocation, useSearchParams } from '@twostroke/shared/router';
import { useCallback, useEffect, useState } from 'react';
import { markRead, readUnread } from './alert-list.ts';
import { onAlertRecorded } from './alert-records.ts';
import { AlertsDialog } from './alerts-dialog.tsx';
import styles from './alert-bell.module.css';

/** The alerts that this admin has not read: how many, and behind the bell which. */
export function AlertBell({ admin }: { admin: string }) {
  const [unread, setUnread] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  const location = useLocation();
  const opened = useSearchParams()[0].get('booking');
  // The list behind the bell says when it can't be read.
  const load = useCallback(() => void readUnread(admin).then(setUnread, () => undefined), [admin]);
  // Another tab, or another phone of the same person, may have read some meanwhile.
  useEffect(load, [load, location.key]);
  useEffect(() => onAlertRecorded(load), [load]);
  const isOpened = opened !== null && unread.includes(opened);
  useEffect(() => {
    if (isOpened) void markRead(admin, opened).then(load, () => undefined);
  }, [isOpened, opened, admin, load]);
  const count = unread.length;
  return (
    <>
      <IconButton
        icon={bell}
        label={count === 0 ? 'Alerts' : `Alerts, ${count} not read`}
        className={styles.bell}
        onClick={() => setOpen(true)}
      >
        {count > 0 && (
          <span className={styles.count} aria-hidden="true">
            {count < 100 ? count : '99+'}
          </span>
        )}
      </IconButton>
      {open && <AlertsDialog admin={admin} onClose={() => setOpen(false)} onRead={load} />}
    </>
  );
}
