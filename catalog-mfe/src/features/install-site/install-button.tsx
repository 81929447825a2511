import { Button } from '@twostroke/shared/ui/button';
import { Icon } from '@twostroke/shared/ui/icon';
import { download } from '@twostroke/shared/ui/icons';
import { Note } from '@twostroke/shared/ui/note';
import { useInstall } from './use-install.ts';

/** The button where the browser lets a site install itself; elsewhere a hint to the steps below. */
export function InstallButton() {
  const { state, install } = useInstall();
  return <div aria-live="polite">{contentOf(state, install)}</div>;
}

function contentOf(state: ReturnType<typeof useInstall>['state'], install: () => Promise<void>) {
  switch (state) {
    case 'ready':
    case 'asking':
      return (
        <Button onClick={() => void install()} busy={state === 'asking'} busyLabel="Asking">
          <Icon path={download} />
          Install Twostroke
        </Button>
      );
    case 'installed':
      return (
        <Note tone="ok">
          <p>Twostroke is on your home screen. Look for the yellow plate with the 2.</p>
        </Note>
      );
    case 'opened-installed':
      return (
        <Note tone="ok">
          <p>You opened Twostroke from your home screen: there is nothing left to do.</p>
        </Note>
      );
    case 'dismissed':
      return (
        <Note>
          <p>Not installed. You can add it later from the browser’s menu, in the steps below.</p>
        </Note>
      );
    case 'by-menu':
      return (
        <Note>
          <p>Your browser adds sites from its own menu. The steps are below.</p>
        </Note>
      );
  }
}
