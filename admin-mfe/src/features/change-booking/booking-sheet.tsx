import type { BookingStatus } from '@twostroke/shared/domain/database-enum';
import { notify } from '@twostroke/shared/state';
import { Note } from '@twostroke/shared/ui/note';
import { Sheet } from './sheet.tsx';
import { useEffect, useRef, useState } from 'react';
import { useMay } from '../../model/duty.ts';
import { BookingHead } from './booking-facts.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { ChangeButtons, type SheetDialog } from './change-buttons.tsx';
import { CorrectDialog } from './correct-dialog.tsx';
import type { StaffChange } from './change.ts';
import { stillApplies } from './still-applies.ts';
import { ChangeForm, type ChangeFormProps } from './change-form.tsx';
import { NumberNote, waitsForNumber } from './number-note.tsx';
import { holdStep, useHeldStatus } from './held-steps.ts';
import { ItemsDialog } from './items-dialog.tsx';
import { MoveBooking } from './move-booking.tsx';
import { PaperJobCard } from './paper-job-card.tsx';
import { ProposeForm } from './propose-form.tsx';
import { readBooking, type AdminBooking } from './read-booking.ts';
import { sheetOrder } from './sheet-order.ts';
import { SheetSection } from './sheet-section.tsx';
import { canUndo, type Transition } from './steps.ts';
import { undoStep } from './undo-step.ts';
import { notifyUndoable } from '../../model/notify-undoable.ts';

export interface BookingSheetProps {
  /** The booking in the address: undefined for none, null for one that does not exist. */
  booking: AdminBooking | null | undefined;
  /** The transitions that the database allows an admin. */
  transitions: readonly Transition[];
  /** Names to suggest. */
  mechanics: readonly string[];
  /** What it asks as soon as it is shown: the mechanic of an unassigned booking, or for when the bike is promised. */
  asks?: string | null;
  onClose: () => void;
  /** Reloads the page's data after a change. */
  onChanged: () => Promise<void>;
}

/** One booking beside the board, with its actions at the foot. */
export function BookingSheet(props: BookingSheetProps) {
  const { booking, transitions, mechanics, asks = null, onClose, onChanged } = props;
  // Kept while the sheet slides out, after the booking has left the address.
  const [kept, setKept] = useState(booking);
  const heldStatus = useHeldStatus(kept?.id);
  const shown = kept && heldStatus ? { ...kept, status: heldStatus } : kept;
  const [change, setChange] = useState(() => firstChange(booking, asks));
  const [dialog, setDialog] = useState<SheetDialog | null>(null);
  const may = useMay();
  const [changes, countChanges] = useState(0);
  const actions = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The form had the focus and has been removed.
    if (changes > 0) actions.current?.focus();
  }, [changes]);
  if (booking !== undefined && booking !== kept) {
    setKept(booking);
    if (booking?.id !== kept?.id) setChange(firstChange(booking, asks));
  }
  const ready = booking !== undefined && booking?.id === shown?.id;
  if (!ready && change) setChange(null);
  if (!ready && dialog) setDialog(null);
  // The board is live: another admin may have made the form's change already.
  const asked = change && shown && stillApplies(change, shown) ? change : null;
  const open = booking !== undefined;
  async function changed(sentence: string, say = (words: string): void => void notify(words)): Promise<void> {
    await onChanged();
    setChange(null);
    setDialog(null);
    say(sentence);
    countChanges((before) => before + 1);
  }
  /** Reports a step that was made by one press, with the way back where the database has one. */
  async function stepped(before: AdminBooking, to: BookingStatus, sentence: string): Promise<void> {
    if (!canUndo(before, to, transitions)) return changed(sentence);
    return changed(sentence, (words) => notifyUndoable(words, () => undoStep(before), onChanged));
  }
  function hold(before: AdminBooking, to: BookingStatus, apply: () => Promise<unknown>): void {
    holdStep(before, to, apply, onChanged);
    countChanges((count) => count + 1);
  }
  return (
    <>
      {booking && <PaperJobCard booking={booking} />}
      <Sheet
        open={open}
        onClose={onClose}
        title={shown ? `Booking ${shown.number}` : 'No such booking'}
        closeLabel="Close the booking"
        foot={
          shown &&
          (asked ? (
            <AskedForm
              key={`${shown.id} ${JSON.stringify(asked)}`}
              change={asked}
              booking={shown}
              mechanics={mechanics}
              onBack={() => setChange(null)}
              onDone={changed}
            />
          ) : (
            <div ref={actions} tabIndex={-1} role="group" aria-label="Actions">
              <ChangeButtons
                booking={shown}
                transitions={transitions}
                key={`${shown.id} ${shown.status}`}
                onDialog={setDialog}
                onStep={(to, sentence) => stepped(shown, to, sentence)}
                onHold={(to, apply) => hold(shown, to, apply)}
                onChoose={(chosen) => {
                  if (typeof chosen === 'object' && 'to' in chosen && chosen.to === 'cancelled') setDialog('cancel');
                  else setChange(chosen);
                }}
              />
            </div>
          ))
        }
      >
        {shown ? (
          <>
            <BookingHead booking={shown} />
            {waitsForNumber(shown) && may('change_bookings') && !asked && (
              <NumberNote onConfirm={() => setChange('number')} />
            )}
            {sheetOrder(shown.status).map((part) => (
              <SheetSection
                key={`${shown.id} ${part}`}
                part={part}
                booking={shown}
                onChoose={asked ? undefined : setChange}
                onChanged={onChanged}
              />
            ))}
            {dialog === 'cancel' && (
              <CancelDialog booking={shown} onClose={() => setDialog(null)} onCancelled={changed} />
            )}
            {dialog === 'correct' && (
              <CorrectDialog
                booking={shown}
                readLatest={() => readBooking(shown.id)}
                onClose={() => setDialog(null)}
                onCorrected={changed}
              />
            )}
            {dialog === 'items' && (
              <ItemsDialog booking={shown} onClose={() => setDialog(null)} onStale={onChanged} onChanged={changed} />
            )}
            {(dialog === 'move' || dialog === 'pickup') && (
              <MoveBooking
                booking={shown}
                pickup={dialog === 'pickup'}
                onClose={() => setDialog(null)}
                onMoved={changed}
              />
            )}
          </>
        ) : (
          <Note tone="warn">
            <p>There is no booking with this address. Search for it by number, plate or phone.</p>
          </Note>
        )}
      </Sheet>
    </>
  );
}

function AskedForm({ change, ...form }: Omit<ChangeFormProps, 'change'> & { change: StaffChange }) {
  if (typeof change === 'object' && 'propose' in change) return <ProposeForm {...form} found={change.propose} />;
  return <ChangeForm {...form} change={change} />;
}

function firstChange(booking: AdminBooking | null | undefined, asks: string | null): StaffChange | null {
  if (asks === 'promise') return 'promise';
  return asks === 'assign' && booking?.status === 'confirmed' ? { to: 'assigned' } : null;
}
