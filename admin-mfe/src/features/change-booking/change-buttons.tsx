import { workshopPaths } from '@twostroke/shared/contracts/paths';
import { statusWord } from '@twostroke/shared/domain/booking-status';
import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { Button } from '@twostroke/shared/ui/button';
import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { phone } from '@twostroke/shared/ui/icons';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { buttonClass } from '@twostroke/shared/ui/button-class';
import { Children, useState, type ReactNode } from 'react';
import { explain } from '../../messages.ts';
import { MoreMenu } from '../../parts/more-menu.tsx';
import { canPropose } from './can-propose.ts';
import { changeFormSpec, type StaffChange } from './change.ts';
import { asksNothing } from './change-form-spec.ts';
import { isHeld } from './held-steps.ts';
import { canPromise } from './promise.ts';
import type { AdminBooking } from './read-booking.ts';
import { useMay } from '../../model/duty.ts';
import { recheckSlug } from '../../model/recheck.ts';
import { goesBack, nextSteps, type Transition } from './steps.ts';
import { ticksSettled } from './use-checklist.ts';
import styles from './change-buttons.module.css';

/** The button of each step; null: no button leads to it. */
const words: Readonly<Record<BookingStatus, string | null>> = {
  pending_payment: null,
  confirmed: null,
  assigned: 'Confirm and assign',
  on_the_way: 'On the way',
  picked_up: 'Picked up',
  inspecting: 'Inspect',
  awaiting_approval: null,
  in_service: 'Start the work',
  quality_check: 'Work done, check it',
  ready: 'Ready',
  completed: 'Complete',
  cancelled: 'Cancel',
  no_show: 'No-show',
  expired: null,
};

/** The buttons of steps that send the bike back. */
const backWords: Partial<Record<BookingStatus, string>> = {
  inspecting: 'Back to the inspection',
  in_service: 'Back to the work',
};

interface ChangeButtonsProps {
  booking: AdminBooking;
  transitions: readonly Transition[];
  onChoose: (change: StaffChange) => void;
  /** Called when a step that asks for nothing has been made, with what to say. The button stays busy until this resolves. */
  onStep: (to: BookingStatus, sentence: string) => Promise<void>;
  /** Called for a step that is sent when its Undo has gone. */
  onHold: (to: BookingStatus, apply: () => Promise<unknown>) => void;
  /** Opens another time, a pickup instead of the visit to the gate, or a correction. */
  onDialog: (dialog: SheetDialog) => void;
}

/** What a booking's sheet opens in a dialog of its own. */
export type SheetDialog = 'cancel' | 'move' | 'pickup' | 'correct' | 'items';

/**
 * The next transition of a booking first, large on a phone, then the phone, then what is seldom needed and the other
 * transitions, in the order of their table.
 */
export function ChangeButtons({ booking, transitions, onChoose, onStep, onHold, onDialog }: ChangeButtonsProps) {
  const may = useMay();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const steps = nextSteps(booking, may('work_on_jobs') ? transitions : []);
  const { onward } = steps;
  const others = steps.others.filter((to) => to !== 'cancelled' || may('change_bookings'));
  const { status } = booking;
  const movable = may('change_bookings') && ['confirmed', 'assigned', 'on_the_way'].includes(status);
  const correctable = may('change_bookings') && !['completed', 'cancelled', 'no_show', 'expired'].includes(status);
  // A re-check is free for what was done before; more is extra work, or a booking of its own.
  const isRecheck = booking.booking_items.some(({ item_id }) => item_id === recheckSlug);
  // A completed booking has its invoice, which contains the fee.
  const feeIsOpen = may('give_back') && (status === 'no_show' || (booking.fee > 0 && status !== 'completed'));

  /** A step that asks for nothing is made by one press. */
  async function goOn(to: BookingStatus): Promise<void> {
    const spec = changeFormSpec({ to }, booking, may);
    if (!asksNothing(spec)) return onChoose({ to });
    if (isHeld(to)) return onHold(to, () => spec.apply({}));
    setBusy(true);
    try {
      await ticksSettled(booking.id);
      await onStep(to, await spec.apply({}));
      setProblem(null);
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(false);
  }

  return (
    <div className={styles.buttons}>
      {problem && (
        <div className={styles.problem}>
          <FormProblem sentence={problem} />
        </div>
      )}
      {onward === 'inspecting' && booking.check_in === null ? (
        // The check-in begins the inspection.
        <ButtonLink to={workshopPaths.floor(booking.id)} className={styles.onward}>
          Check in
        </ButtonLink>
      ) : (
        onward && (
          <Button className={styles.onward} busy={busy} busyLabel="Saving" onClick={() => void goOn(onward)}>
            {onward === 'assigned' && !may('assign_jobs') ? 'Take this job' : (words[onward] ?? statusWord(onward))}
          </Button>
        )
      )}
      {booking.phone && (
        <ButtonLink to={`tel:${booking.phone}`} variant="line">
          <Icon path={phone} />
          Call
        </ButtonLink>
      )}
      <Seldom>
        {canPropose(status) && may('work_on_jobs') && (
          <Button variant="line" onClick={() => onChoose({ propose: null })}>
            Propose extra work
          </Button>
        )}
        {may('assign_jobs') && canPromise(booking) && (
          <Button variant="line" onClick={() => onChoose('promise')}>
            {booking.ready_time ? 'Promise another time' : 'Promise a time'}
          </Button>
        )}
        {movable && (
          <Button variant="line" onClick={() => onDialog('move')}>
            Move
          </Button>
        )}
        {movable && booking.mode === 'doorstep' && (
          <Button variant="line" onClick={() => onDialog('pickup')}>
            Pick it up instead
          </Button>
        )}
        {correctable && (
          <Button variant="line" onClick={() => onDialog('correct')}>
            Correct…
          </Button>
        )}
        {correctable && !isRecheck && (
          <Button variant="line" onClick={() => onDialog('items')}>
            Change what is done…
          </Button>
        )}
        {feeIsOpen && (
          <Button variant="line" onClick={() => onChoose('fee')}>
            Change the fee
          </Button>
        )}
        {others.map((to) => (
          <Button key={to} variant={to === 'cancelled' ? 'stop' : 'line'} onClick={() => onChoose({ to })}>
            {goesBack(status, to) ? backWords[to] : to === 'assigned' ? 'Turn back' : (words[to] ?? statusWord(to))}
          </Button>
        ))}
      </Seldom>
    </div>
  );
}

/** Behind one button on a phone, unless there is only one of them. */
function Seldom({ children }: { children: ReactNode }) {
  if (Children.toArray(children).length < 2) return children;
  return (
    <MoreMenu place="inline" className={buttonClass({ variant: 'line' })}>
      {children}
    </MoreMenu>
  );
}
