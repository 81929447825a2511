import { setWeatherMode } from '@twostroke/shared/api/slots';
import { formatDay } from '@twostroke/shared/domain/calendar';
import { Button } from '@twostroke/shared/ui/button';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { Field } from '@twostroke/shared/ui/field';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Note } from '@twostroke/shared/ui/note';
import { Stack } from '@twostroke/shared/ui/stack';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { textOf, useSubmit } from '@twostroke/shared/ui/use-submit';
import { useState } from 'react';
import { explain } from '../../messages.ts';

interface WeatherSwitchProps {
  /** `YYYY-MM-DD`, today or later. */
  date: string;
  /** Called after switching; the sentence describes the new state. */
  onSwitched: (sentence: string) => void;
}

interface StopVisitsProps extends WeatherSwitchProps {
  /** Doorstep bookings that are still to come on this day. */
  visits: number;
}

interface StoppedVisitsProps extends WeatherSwitchProps {
  /** What customers read. */
  note: string;
}

/** Stops the gate visits of a day: rain prevents work there. */
export function StopVisits({ date, visits, onSwitched }: StopVisitsProps) {
  const [open, setOpen] = useState(false);
  const { busy, errors, problem, onSubmit } = useSubmit({
    check: (data) => ({
      note: textOf(data, 'note').trim().length < 3 ? 'Say why: customers read it' : undefined,
    }),
    send: async (data) => {
      try {
        const told = await setWeatherMode(date, textOf(data, 'note').trim());
        setOpen(false);
        onSwitched(`Gate visits on ${formatDay(date)} are stopped. ${notifiedWords(told)}`);
      } catch (thrown) {
        return explain(thrown);
      }
      return null;
    },
  });
  return (
    <>
      <Button variant="line" small onClick={() => setOpen(true)}>
        Stop gate visits
      </Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Rain or a closed road?">
        <form noValidate onSubmit={onSubmit}>
          <Stack>
            <Field label="What customers read" id="weather-note" error={errors['note']}>
              <TextInput
                name="note"
                maxLength={120}
                defaultValue="Heavy rain: no work at the gate"
                autoComplete="off"
              />
            </Field>
            <p>{visitsWords(visits)}</p>
            <FormProblem sentence={problem} />
            <Button type="submit" busy={busy} busyLabel="Switching">
              Stop gate visits on {formatDay(date)}
            </Button>
          </Stack>
        </form>
      </Dialog>
    </>
  );
}

/** Why the gate visits of a day are stopped, and the button that lets them take place again. */
export function StoppedVisits({ date, note, onSwitched }: StoppedVisitsProps) {
  const { busy, problem, onSubmit } = useSubmit({
    check: () => ({}),
    send: async () => {
      try {
        const told = await setWeatherMode(date, null);
        onSwitched(`Gate visits on ${formatDay(date)} are on again. ${formerlyNotifiedWords(told)}`);
      } catch (thrown) {
        return explain(thrown);
      }
      return null;
    },
  });
  return (
    <Note tone="warn">
      <form onSubmit={onSubmit}>
        <Stack gap="s">
          <p>
            <b>{note}.</b> No new gate visits on this day. Who has booked one may move it, have it picked up or cancel
            it, free.
          </p>
          <FormProblem sentence={problem} />
          <Button type="submit" variant="line" small busy={busy} busyLabel="Switching">
            Gate visits on again
          </Button>
        </Stack>
      </form>
    </Note>
  );
}

/** Before weather mode is switched on: the affected bookings. */
function visitsWords(visits: number): string {
  if (visits === 0) return 'No gate visit is booked on this day: no message is sent.';
  const who =
    visits === 1 ? '1 gate visit is booked. Its customer gets' : `${visits} gate visits are booked. Each customer gets`;
  return `${who} a message once: move it or have it picked up, free.`;
}

/** After it was switched on: how many customers are notified. */
function notifiedWords(told: number): string {
  if (told === 0) return 'No message was needed.';
  return told === 1 ? '1 customer gets a message.' : `${told} customers get a message.`;
}

function formerlyNotifiedWords(told: number): string {
  if (told === 0) return '';
  const who = told === 1 ? '1 customer was' : `${told} customers were`;
  return `${who} told that we do not come, and gets no other message: call.`;
}
