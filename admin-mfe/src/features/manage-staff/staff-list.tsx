import { formatInstant } from '@twostroke/shared/domain/calendar';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { notify } from '@twostroke/shared/state';
import { Badge } from '@twostroke/shared/ui/badge';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import { useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { dutyNames } from '../../model/duty.ts';
import { EndDialog } from './end-dialog.tsx';
import { PersonRow } from './person-row.tsx';
import styles from './staff-list.module.css';
import { withdrawInvitation, type StaffInvitation, type StaffMember, type StaffOfShop } from './staff.ts';

export interface StaffListProps {
  shop: StaffOfShop;
  /** Reads the people again. */
  onChanged: () => Promise<void>;
}

/** Who works here, who was invited, and who left. */
export function StaffList({ shop, onChanged }: StaffListProps) {
  const [ending, setEnding] = useState<StaffMember | null>(null);
  const { staff, invitations } = shop;
  const here = staff.filter(({ active }) => active);
  const left = staff.filter(({ active }) => !active);
  const row = (person: StaffMember) => (
    <PersonRow key={person.user_id} person={person} onEnd={() => setEnding(person)} onChanged={onChanged} />
  );
  return (
    <>
      <ul className={styles.list} aria-label="People who work here">
        {here.map(row)}
      </ul>
      {invitations.length > 0 && <Invitations invitations={invitations} onChanged={onChanged} />}
      {left.length > 0 && (
        <>
          <Heading level={2} size="s">
            Who left
          </Heading>
          <ul className={styles.list}>{left.map(row)}</ul>
        </>
      )}
      <EndDialog person={ending} onClose={() => setEnding(null)} onEnded={onChanged} />
    </>
  );
}

interface InvitationsProps {
  invitations: readonly StaffInvitation[];
  onChanged: () => Promise<void>;
}

function Invitations({ invitations, onChanged }: InvitationsProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ id: string; sentence: string } | null>(null);
  const title = useRef<HTMLHeadingElement>(null);

  async function withdraw({ id, name }: StaffInvitation): Promise<void> {
    setBusy(id);
    setProblem(null);
    try {
      await withdrawInvitation(id);
      // The button that was pressed is removed with its line.
      title.current?.focus({ preventScroll: true });
      await onChanged();
      void notify(`The invitation of ${name} is withdrawn`);
    } catch (thrown) {
      setProblem({ id, sentence: explain(thrown) });
    }
    setBusy(null);
  }

  return (
    <>
      <Heading level={2} size="s" ref={title} tabIndex={-1}>
        Invited
      </Heading>
      <ul className={styles.list}>
        {invitations.map((invitation) => (
          <li key={invitation.id} className={styles.person}>
            <div className={styles.who}>
              <b>{invitation.name}</b>
              <span className={styles.contact}>
                {invitation.phone ? formatPhone(invitation.phone) : invitation.email}
              </span>
            </div>
            <span className={styles.state}>
              {invitation.over ? (
                <Badge tone="warn">Not accepted in time</Badge>
              ) : (
                `Until ${formatInstant(invitation.ends_at)}`
              )}
            </span>
            <span className={styles.duty}>{dutyNames[invitation.duty]}</span>
            <div className={styles.end}>
              <Button
                variant="line"
                small
                busy={busy === invitation.id}
                busyLabel="Withdrawing"
                onClick={() => void withdraw(invitation)}
              >
                Withdraw<VisuallyHidden> the invitation of {invitation.name}</VisuallyHidden>
              </Button>
            </div>
            <FormProblem sentence={problem?.id === invitation.id ? problem.sentence : null} />
          </li>
        ))}
      </ul>
    </>
  );
}
