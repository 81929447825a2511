import { useQuery } from '@twostroke/shared/api/use-query';
import { toAppError } from '@twostroke/shared/client';
import { formatRupees } from '@twostroke/shared/domain/money';
import { Button } from '@twostroke/shared/ui/button';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Select } from '@twostroke/shared/ui/select';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums } from '@twostroke/shared/ui/sums';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { FailedLoad } from '../../parts/failed-load.tsx';
import { changeItems, itemsOf, keyOf, readOfferedWorks, withoutOffer, type ChangeWay } from './other-work.ts';
import type { AdminBooking } from './read-booking.ts';

export interface ItemsDialogProps {
  booking: AdminBooking;
  onClose: () => void;
  /** Reloads the booking after a colleague has changed it. */
  onStale: () => Promise<void>;
  /** Called after the change or the question. The dialog stays busy until this resolves. */
  onChanged: (sentence: string) => Promise<void>;
}

/** Changes what is done: the new price beside the old one, and the customer's yes where the limit does not cover it. */
export function ItemsDialog({ booking, onClose, onStale, onChanged }: ItemsDialogProps) {
  const { id, number, model_id, mode, booking_items, edits, estimated_price, approval_limit } = booking;
  const [primary, setPrimary] = useState(
    () => booking_items.find(({ package_type }) => package_type === 'primary')?.item_id ?? '',
  );
  const [addons, setAddons] = useState<readonly string[]>(() =>
    booking_items.filter(({ package_type }) => package_type === 'addon').map(keyOf),
  );
  const [said, setSaid] = useState('');
  const [busy, setBusy] = useState<'ask' | 'change' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [saidError, setSaidError] = useState<string | null>(null);
  const works = useQuery(`works ${model_id} ${mode}`, () => readOfferedWorks(booking));
  const items = itemsOf(booking, primary, addons);
  const booked = booking_items.filter(({ package_type }) => package_type !== 'pickup').map(keyOf);
  const chosen = [primary, ...addons];
  const isSame = chosen.length === booked.length && chosen.every((key) => booked.includes(key));
  const preview = useQuery(isSame ? null : `items ${id} ${edits} ${chosen.join(' ')}`, () =>
    changeItems(booking, items, { preview: true }),
  );
  const notPriced = preview.status === 'failed' && !isSame ? explain(preview.error) : null;
  const asked = preview.status === 'ready' && !isSame ? preview.data : null;

  async function send(pressed: 'ask' | 'change', way: ChangeWay, sentence: string): Promise<void> {
    setBusy(pressed);
    setProblem(null);
    try {
      await changeItems(booking, items, way);
      await onChanged(sentence);
    } catch (thrown) {
      setProblem(explain(thrown));
      if (toAppError(thrown).hint === 'stale') await onStale();
    }
    setBusy(null);
  }

  function change(): void {
    const isAgreed = said.trim().length >= 3;
    setSaidError(asked?.needs_yes && !isAgreed ? 'Say who agreed and when: it stays with the booking' : null);
    if (asked?.needs_yes && !isAgreed) return;
    void send(
      'change',
      asked?.needs_yes ? { customer_yes: said.trim() } : {},
      `The work of booking ${number} is changed`,
    );
  }

  return (
    <Dialog
      open
      onClose={onClose}
      title="Change what is done"
      foot={
        <Stack>
          <FormProblem sentence={problem ?? notPriced} />
          <Row>
            {asked?.needs_yes && (
              <Button
                busy={busy === 'ask'}
                busyLabel="Asking"
                onClick={() => void send('ask', { ask: true }, `The customer of booking ${number} is asked`)}
              >
                Ask the customer
              </Button>
            )}
            <Button
              variant={asked?.needs_yes ? 'line' : 'plate'}
              disabled={asked === null}
              busy={busy === 'change'}
              busyLabel="Changing"
              onClick={change}
            >
              {asked?.needs_yes ? 'They said yes: change it' : 'Change it'}
            </Button>
            <Button variant="line" onClick={onClose}>
              Back
            </Button>
          </Row>
        </Stack>
      }
    >
      {works.status === 'failed' && <FailedLoad what="what fits the bike" error={works.error} onRetry={works.reload} />}
      {(works.status === 'loading' || works.status === 'idle') && <Spinner label="Reading what fits the bike" />}
      {works.status === 'ready' && (
        <Stack>
          <Field label="Service">
            <Select value={primary} onChange={(event) => setPrimary(event.target.value)}>
              {works.data.packages.map((work) => (
                <option key={work.id} value={work.id}>
                  {work.name}, {formatRupees(work.price)}
                </option>
              ))}
            </Select>
          </Field>
          <fieldset>
            <legend>Add-ons</legend>
            {[
              ...withoutOffer(booking, works.data),
              ...works.data.addons.filter(
                ({ id: slug, included_in }) =>
                  !included_in.includes(primary) &&
                  !booking_items.some(({ item_id, declined_id }) => declined_id && item_id === slug),
              ),
            ].map((work) => (
              <Checkbox
                key={work.id}
                label={`${work.name}, ${formatRupees(work.price)}`}
                checked={addons.includes(work.id)}
                onChange={({ target }) =>
                  setAddons(target.checked ? [...addons, work.id] : addons.filter((other) => other !== work.id))
                }
              />
            ))}
          </fieldset>
          <div role="status">
            {asked && (
              <Sums
                rows={[
                  { label: 'Agreed until now', value: formatRupees(estimated_price), muted: true },
                  {
                    label: differenceWords(asked.total - estimated_price),
                    value: formatRupees(asked.total - estimated_price),
                  },
                  { label: 'Then in all', value: formatRupees(asked.total), total: true },
                ]}
              />
            )}
            {asked && <p>{limitNote(asked.needs_yes, approval_limit)}</p>}
          </div>
          {asked?.needs_yes && (
            <Field
              label="How the customer said yes"
              hint="Only if they have told you. Else ask them: they answer at their link."
              error={saidError}
            >
              <TextInput
                autoComplete="off"
                maxLength={300}
                value={said}
                onChange={(event) => setSaid(event.target.value)}
              />
            </Field>
          )}
        </Stack>
      )}
    </Dialog>
  );
}

const differenceWords = (rupees: number): string => (rupees >= 0 ? 'More' : 'Less');

function limitNote(needsYes: boolean, limit: number): string {
  if (!needsYes) return 'No answer of the customer is needed. What stays keeps the price that was agreed.';
  return limit > 0
    ? `That is more than the ${formatRupees(limit)} that need no answer.`
    : 'The customer wants to be asked before anything costs more.';
}
