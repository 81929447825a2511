import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { useMay, type DutyAction } from '../../model/duty.ts';
import { areKeysOn, setKeysOn } from '../../parts/use-office-keys.ts';
import styles from './keys-dialog.module.css';

/** A key, what it does, and what the duty must allow for it. */
type Key = readonly [key: string, does: string, needs?: DutyAction];

const keys: readonly Key[] = [
  ['/', 'Find by name, number, phone or plate'],
  ['B', 'Book for a caller; with a booking open or a card chosen, for that customer', 'change_bookings'],
  ['D, W, L', 'The board of the day, the week, the week as a list'],
  ['T', 'Today'],
  ['[ ]', 'A day back, a day on'],
  ['Arrows', 'From card to card'],
  ['A', 'Card: assign it, and what else can be done', 'assign_jobs'],
  ['M', 'Card: move it to another time', 'change_bookings'],
  ['C', 'Card: call the customer'],
  ['1 to 6', 'Book for a caller: go to that question', 'change_bookings'],
  ['Ctrl Enter', 'Book for a caller: book', 'change_bookings'],
  ['Alt L', 'Book for a caller: write the call down', 'change_bookings'],
  ['Esc', 'Back'],
  ['?', 'This list'],
];

/** The keys of the office that the duty can use, and the switch that turns single keys off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const may = useMay();
  const known = keys.filter(([, , needs]) => needs === undefined || may(needs));
  const [on, setOn] = useState(areKeysOn);
  return (
    <Dialog open={open} onClose={onClose} title="Keys" closeLabel="Close the keys">
      <Stack>
        <dl className={styles.keys}>
          {known.map(([key, does]) => (
            <div key={key} className={styles.line}>
              <dt>
                <kbd>{key}</kbd>
              </dt>
              <dd>{does}</dd>
            </div>
          ))}
        </dl>
        <Checkbox
          label="Single keys work on this device"
          hint="They never work while you type"
          checked={on}
          onChange={(event) => {
            setOn(event.target.checked);
            setKeysOn(event.target.checked);
          }}
        />
      </Stack>
    </Dialog>
  );
}
