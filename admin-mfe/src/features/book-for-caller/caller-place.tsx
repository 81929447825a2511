import type { BookingAddress, ServiceMode } from '@twostroke/shared/domain/booking-form';
import { Button } from '@twostroke/shared/ui/button';
import { Field } from '@twostroke/shared/ui/field';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Select } from '@twostroke/shared/ui/select';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { useEffect, useRef } from 'react';
import type { Call } from './call.ts';
import type { ServedArea } from './caller-calls.ts';
import styles from './caller.module.css';

export interface CallerPlaceProps {
  call: Call;
  mode: ServiceMode;
  /** Where the job is offered; null while no job is chosen. */
  modes: readonly ServiceMode[] | null;
  address: BookingAddress;
  areas: readonly ServedArea[];
  onChange: (change: Partial<Call>) => void;
}

const places: readonly { mode: ServiceMode; title: string; note: string }[] = [
  { mode: 'doorstep', title: 'At the gate', note: 'we come to the bike' },
  { mode: 'pickup', title: 'Pick-up and drop', note: 'we fetch the bike' },
  { mode: 'workshop', title: 'At the workshop', note: 'the customer comes' },
];

/** Where the work is done. The address is that of the last visit, unless another one is typed. */
export function CallerPlace({ call, mode, modes, address, areas, onChange }: CallerPlaceProps) {
  const line = useRef<HTMLInputElement>(null);
  const isTyped = call.address !== null || address.line === '';
  const opened = useRef(false);
  useEffect(() => {
    // The button that was pressed is gone.
    if (opened.current && isTyped) line.current?.focus();
    opened.current = false;
  }, [isTyped]);
  const set = (change: Partial<BookingAddress>): void => onChange({ address: { ...address, ...change } });
  return (
    <>
      <Choices legend="Where" legendHidden dense>
        {places.map((place) => (
          <Choice
            key={place.mode}
            name="mode"
            title={place.title}
            note={place.note}
            unavailable={modes && !modes.includes(place.mode) ? 'not for this job' : null}
            checked={mode === place.mode}
            onChange={() => onChange({ mode: place.mode })}
          />
        ))}
      </Choices>
      {mode !== 'workshop' && !isTyped && (
        <p className={styles.line}>
          <span>
            {address.line}, {areas.find(({ slug }) => slug === address.area)?.name} {address.pin}
          </span>
          <Button
            variant="line"
            small
            onClick={() => {
              opened.current = true;
              onChange({ address: { line: '', landmark: '', area: '', pin: '' } });
            }}
          >
            Other address
          </Button>
        </p>
      )}
      {mode !== 'workshop' && isTyped && (
        <div className={styles.fields}>
          <Field label="House/flat and street" id="caller-line">
            <TextInput
              ref={line}
              value={address.line}
              onChange={(event) => set({ line: event.target.value })}
              maxLength={120}
              autoComplete="off"
            />
          </Field>
          <div className={styles.pair}>
            <Field label="Area" id="caller-area">
              <Select
                value={address.area}
                onChange={({ target: { value } }) =>
                  set({ area: value, pin: areas.find(({ slug }) => slug === value)?.pin ?? address.pin })
                }
              >
                <option value="">Choose</option>
                {areas.map(({ slug, name }) => (
                  <option key={slug} value={slug}>
                    {name}
                  </option>
                ))}
              </Select>
            </Field>
            <Field label="PIN" id="caller-pin">
              <TextInput
                value={address.pin}
                onChange={(event) => set({ pin: event.target.value })}
                inputMode="numeric"
                maxLength={7}
                autoComplete="off"
              />
            </Field>
          </div>
          <Field label="Landmark" optional id="caller-landmark">
            <TextInput
              value={address.landmark}
              onChange={(event) => set({ landmark: event.target.value })}
              maxLength={80}
              autoComplete="off"
            />
          </Field>
        </div>
      )}
    </>
  );
}
