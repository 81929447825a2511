import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { setStaffActive, type StaffMember } from './staff.ts';

export interface EndDialogProps {
  /** Null: closed. */
  person: StaffMember | null;
  onClose: () => void;
  onEnded: () => Promise<void>;
}

/** Asks before the rights of a person end, and says what stays. */
export function EndDialog({ person, onClose, onEnded }: EndDialogProps) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  // Kept while the dialog fades out.
  const [shown, setShown] = useState(person);
  if (person && person !== shown) {
    setShown(person);
    setProblem(null);
  }
  if (!shown) return null;
  const { user_id, name, open_jobs } = shown;

  async function end(): Promise<void> {
    setBusy(true);
    setProblem(null);
    try {
      await setStaffActive(user_id, false);
      await onEnded();
      void notify(`${name} can open nothing here any more`);
      onClose();
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(false);
  }

  return (
    <Dialog
      open={person !== null}
      onClose={onClose}
      title={`End the duty of ${name}?`}
      foot={
        <Stack>
          <FormProblem sentence={problem} />
          <Row>
            <Button variant="stop" busy={busy} busyLabel="Ending" onClick={() => void end()}>
              End the duty
            </Button>
            <Button variant="line" onClick={onClose}>
              Keep it
            </Button>
          </Row>
        </Stack>
      }
    >
      <p>From the next press on they read nothing and change nothing here, on every phone and computer.</p>
      <p>
        {open_jobs > 0
          ? `${open_jobs === 1 ? '1 open job is' : `${open_jobs} open jobs are`} theirs: give ${open_jobs === 1 ? 'it' : 'them'} to someone else. `
          : ''}
        The name stays in the history, and you can give the duty back at any time.
      </p>
    </Dialog>
  );
}
