import { haptic, hapticsEnabled, setHapticsEnabled, setTheme, storedTheme, type Theme } from '@twostroke/shared/state';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';

const themes: readonly { value: Theme; title: string; note?: string }[] = [
  { value: 'system', title: 'As this device', note: 'changes with it' },
  { value: 'light', title: 'Light' },
  { value: 'dark', title: 'Dark' },
];

/** Settings of this device only. They apply at once, without saving. */
export function DeviceChoices() {
  const [theme, choose] = useState(storedTheme);
  const [vibrates, setVibrates] = useState(hapticsEnabled);
  return (
    <Stack gap="l">
      <Choices legend="Light or dark" dense>
        {themes.map(({ value, title, note }) => (
          <Choice
            key={value}
            name="theme"
            value={value}
            title={title}
            note={note}
            checked={theme === value}
            onChange={() => {
              choose(value);
              setTheme(value);
            }}
          />
        ))}
      </Choices>
      <Checkbox
        label="Vibrate when something goes into the cart"
        hint="On phones that can"
        checked={vibrates}
        onChange={(event) => {
          setVibrates(event.target.checked);
          setHapticsEnabled(event.target.checked);
          haptic('added');
        }}
      />
    </Stack>
  );
}
