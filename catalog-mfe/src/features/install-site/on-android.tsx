import { Steps } from './steps.tsx';

/** Chrome on Android. */
export function OnAndroid() {
  return (
    <Steps
      steps={[
        { key: 'open', text: 'Open this site in Chrome.' },
        { key: 'menu', text: 'Tap the three dots at the top right.' },
        {
          key: 'add',
          text: (
            <>
              Tap <b>Add to Home screen</b>. On some phones it says <b>Install</b>.
            </>
          ),
        },
        {
          key: 'confirm',
          text: (
            <>
              Check the name and tap <b>Add</b>.
            </>
          ),
        },
      ]}
    />
  );
}
