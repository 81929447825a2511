import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { areKeysOn, setKeysOn } from '../../parts/use-office-keys.ts';
import styles from './keys-dialog.module.css';

const keys = [
  ['/', 'Find by name, number, phone or plate'],
  ['B', 'Book for a caller'],
  ['D, W, L', 'The board of the day, the week, the week as a list'],
  ['T', 'Today'],
  ['[ ]', 'A day back, a day on'],
  ['Arrows', 'From card to card'],
  ['A', 'Card: assign it, and what else can be done'],
  ['M', 'Card: move it to another time'],
  ['C', 'Card: call the customer'],
  ['1 to 6', 'Book for a caller: go to that question'],
  ['Ctrl Enter', 'Book for a caller: book'],
  ['Alt L', 'Book for a caller: write the call down'],
  ['Esc', 'Back'],
  ['?', 'This list'],
] as const;

/** All keys of the office, and the switch that turns single keys off. */
export function KeysDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [on, setOn] = useState(areKeysOn);
  return (
    <Dialog open={open} onClose={onClose} title="Keys" closeLabel="Close the keys">
      <Stack>
        <dl className={styles.keys}>
          {keys.map(([key, does]) => (
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
