import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { isOn, switchWay, type AlertWay } from './alert-switches.ts';
import { askForNotifications } from './browser-notification.ts';
import { ring } from './ring.ts';

/** Tries a way when it is switched on. @returns why the browser refuses it, as a sentence; null when it works */
const tries: Readonly<Record<AlertWay, () => Promise<string | null>>> = {
  sound: async () =>
    (await ring())
      ? null
      : 'The browser does not let this page make a sound. Allow sound in its settings for this site, then switch this on again.',
  notification: askForNotifications,
};

/** Sound and notifications of the browser for new bookings, remembered in this browser. */
export function AlertWays() {
  const [on, setOn] = useState({ sound: isOn('sound'), notification: isOn('notification') });
  const [refusal, setRefusal] = useState<string | null>(null);
  async function change(way: AlertWay, wanted: boolean): Promise<void> {
    const why = wanted ? await tries[way]() : null;
    setRefusal(why);
    const now = wanted && why === null;
    switchWay(way, now);
    setOn((before) => ({ ...before, [way]: now }));
  }
  return (
    <Stack gap="s">
      <Checkbox
        label="Ring for each new booking"
        hint="In this browser, from the first press on a page on"
        checked={on.sound}
        onChange={({ target }) => void change('sound', target.checked)}
      />
      <Checkbox
        label="Show it outside the browser too"
        hint="While you look at something else"
        checked={on.notification}
        onChange={({ target }) => void change('notification', target.checked)}
      />
      <FormProblem sentence={refusal} />
    </Stack>
  );
}
