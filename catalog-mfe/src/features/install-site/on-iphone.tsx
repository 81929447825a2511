import { Icon } from '@twostroke/shared/ui/icon';
import { share } from '@twostroke/shared/ui/icons';
import { Steps } from './steps.tsx';
import styles from './on-iphone.module.css';

/** Safari on iPhone. */
export function OnIphone() {
  return (
    <Steps
      steps={[
        { key: 'open', text: 'Open this site in Safari.' },
        {
          key: 'share',
          text: (
            <>
              Tap the share button{' '}
              <span className={styles.share}>
                <Icon path={share} small />
              </span>
              , the square with the arrow pointing up. If you don’t see it, tap the three dots first.
            </>
          ),
        },
        {
          key: 'add',
          text: (
            <>
              Scroll down and tap <b>Add to Home Screen</b>.
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
