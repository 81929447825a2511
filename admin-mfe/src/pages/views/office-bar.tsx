import { useNavigate } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { classList } from '@twostroke/shared/ui/class-list';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone, search } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import { useEffect, useState } from 'react';
import { Finder } from '../../features/find-in-office/finder.tsx';
import { KeysDialog } from '../../features/office-keys/keys-dialog.tsx';
import type { BoardJob } from '../../model/board-job.ts';
import { useMay } from '../../model/duty.ts';
import { callerPath } from '../../model/view-paths.ts';
import { OfficeKey } from '../../parts/office-key.tsx';
import { useDownloaded } from '../../parts/use-downloaded.ts';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import { loadCallerView } from './load-caller-view.ts';
import styles from './office-bar.module.css';

export interface OfficeBarProps {
  isCaller: boolean;
  /** The cards of the view. */
  jobs: readonly BoardJob[];
  /** The number of the customer whose booking is open or has the focus; null for none. */
  chosenPhone: () => string | null;
}

/**
 * The search and the page for callers, one press or one key away from every view of /admin, as far as the duty may use
 * them.
 */
export function OfficeBar({ isCaller, jobs, chosenPhone }: OfficeBarProps) {
  const may = useMay();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'finder' | 'keys' | null>(null);
  const book = (number = ''): void => void navigate(callerPath, { state: { phone: number } });
  const finds = may('find_bookings');
  const books = may('change_bookings');
  const offersCall = books && !isCaller;
  // Its code and data are there before the press: somebody is on the line.
  const caller = useDownloaded(offersCall, loadCallerView);
  useEffect(() => {
    if (offersCall) caller?.readCallerAhead();
  }, [offersCall, caller]);
  useOfficeKeys({
    ...(finds && { '/': () => setOpen('finder'), '?': () => setOpen('keys') }),
    ...(offersCall && { b: () => book(chosenPhone() ?? '') }),
  });
  if (!finds) return null;
  return (
    <>
      <Row>
        <Button variant="line" small className={styles.tool} onClick={() => setOpen('finder')}>
          <Icon path={search} small /> Find <OfficeKey>/</OfficeKey>
        </Button>
        {offersCall && (
          <Button variant="line" small className={styles.tool} onClick={() => book()}>
            <Icon path={phone} small /> Book for a caller <OfficeKey>B</OfficeKey>
          </Button>
        )}
        <Button
          variant="line"
          small
          className={classList(styles.tool, styles.keys)}
          aria-label="Keys"
          onClick={() => setOpen('keys')}
        >
          ?
        </Button>
      </Row>
      <Finder open={open === 'finder'} onClose={() => setOpen(null)} jobs={jobs} {...(books && { onBook: book })} />
      <KeysDialog open={open === 'keys'} onClose={() => setOpen(null)} />
    </>
  );
}
