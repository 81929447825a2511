import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { Stack } from '@twostroke/shared/ui/stack';
import { signOutHere } from '../../model/accounts.ts';
import type { MissingStep } from '../../model/second-factor.ts';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';

const words = {
  code: {
    title: 'Enter your code',
    lead: 'Your account has an authenticator app. Open it and enter the code that it shows for Twostroke.',
  },
  enrol: {
    title: 'Set up a second factor',
    lead: 'The shop asks every admin for a second factor. The workshop opens once you have set up an authenticator app.',
  },
};

/** What staff do after the password: the code of their authenticator app, or setting one up. */
export function SignInCode({ step, onDone }: { step: MissingStep; onDone: () => void }) {
  const Step = step === 'code' ? CodeStep : EnrolStep;
  return (
    <Stack gap="l">
      <Stack>
        <Heading level={1} size="l">
          {words[step].title}
        </Heading>
        <p>{words[step].lead}</p>
      </Stack>
      <Step onDone={onDone} takesFocus />
      <div>
        <Button variant="quiet" small onClick={() => void signOutHere()}>
          Sign out
        </Button>
      </div>
    </Stack>
  );
}
