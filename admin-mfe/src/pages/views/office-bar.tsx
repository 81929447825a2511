import { useNavigate } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone, search } from '@twostroke/shared/ui/icons';
import { Row } from '@twostroke/shared/ui/row';
import { useState } from 'react';
import { Finder } from '../../features/find-in-office/finder.tsx';
import { KeysDialog } from '../../features/office-keys/keys-dialog.tsx';
import { callerPath } from '../../model/view-paths.ts';
import { OfficeKey } from '../../parts/office-key.tsx';
import { useOfficeKeys } from '../../parts/use-office-keys.ts';
import styles from './office-bar.module.css';

/** The search and the page for callers, one press or one key away from every view of /admin. */
export function OfficeBar({ isCaller }: { isCaller: boolean }) {
  const navigate = useNavigate();
  const [open, setOpen] = useState<'finder' | 'keys' | null>(null);
  const book = (number = ''): void => void navigate(callerPath, { state: { phone: number } });
  useOfficeKeys({ '/': () => setOpen('finder'), '?': () => setOpen('keys'), ...(!isCaller && { b: () => book() }) });
  return (
    <>
      <Row>
        <Button variant="line" small onClick={() => setOpen('finder')}>
          <Icon path={search} small /> Find <OfficeKey>/</OfficeKey>
        </Button>
        {!isCaller && (
          <Button variant="line" small onClick={() => book()}>
            <Icon path={phone} small /> Book for a caller <OfficeKey>B</OfficeKey>
          </Button>
        )}
        <Button variant="line" small className={styles.keys} aria-label="Keys" onClick={() => setOpen('keys')}>
          ?
        </Button>
      </Row>
      <Finder open={open === 'finder'} onClose={() => setOpen(null)} onBook={book} />
      <KeysDialog open={open === 'keys'} onClose={() => setOpen(null)} />
    </>
  );
}
