import { useQuery } from '@twostroke/shared/api/use-query';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Heading } from '@twostroke/shared/ui/heading';
import { SkeletonCard } from '@twostroke/shared/ui/skeleton';
import { Stack } from '@twostroke/shared/ui/stack';
import { explain } from '../../messages.ts';
import { signOutHere } from '../../model/accounts.ts';
import type { MissingStep } from './use-missing-step.ts';

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

/** What staff do after the password: the code of their authenticator app, or setting one up. Loaded only for them. */
export function SignInCode({ step, onDone }: { step: MissingStep; onDone: () => void }) {
  const module = useQuery(`module of step ${step}`, async () =>
    step === 'code' ? (await import('./code-step.tsx')).CodeStep : (await import('./enrol-step.tsx')).EnrolStep,
  );
  return (
    <Stack gap="l">
      <Stack>
        <Heading level={1} size="l">
          {words[step].title}
        </Heading>
        <p>{words[step].lead}</p>
      </Stack>
      {module.status === 'ready' ? (
        <module.data onDone={onDone} takesFocus />
      ) : module.status === 'failed' ? (
        <FormProblem sentence={explain(module.error)} />
      ) : (
        <SkeletonCard lines={2} label="Loading the form" />
      )}
      <div>
        <Button variant="quiet" small onClick={() => void signOutHere()}>
          Sign out
        </Button>
      </div>
    </Stack>
  );
}
