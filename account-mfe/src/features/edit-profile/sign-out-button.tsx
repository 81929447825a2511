import { signOut } from '../../model/accounts.ts';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { FormProblem } from '@twostroke/shared/ui/form-problem';

/** Signs out on all devices; the shell then removes this person's data from the browser. */
export function SignOutButton({ onSignedOut }: { onSignedOut: () => void }) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  async function leave(): Promise<void> {
    setBusy(true);
    setProblem(null);
    const error = await signOut();
    if (!error) {
      void notify('You are signed out');
      return onSignedOut();
    }
    setBusy(false);
    setProblem(explainAuthError(error));
  }
  return (
    <Stack start>
      <FormProblem sentence={problem} />
      <Button variant="line" busy={busy} busyLabel="Signing out" onClick={() => void leave()}>
        Sign out of all devices
      </Button>
      <p>
        Your other devices are signed out too. A booking you have begun is removed from this browser; your cart and bike
        stay.
      </p>
    </Stack>
  );
}
