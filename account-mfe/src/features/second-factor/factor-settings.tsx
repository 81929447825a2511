import { callRpc } from '@twostroke/shared/client';
import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { Checkbox } from '@twostroke/shared/ui/checkbox';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useState } from 'react';
import { explain } from '../../messages.ts';
import { explainAuthError } from '../../model/explain-auth-error.ts';
import { CodeStep } from './code-step.tsx';
import { EnrolStep } from './enrol-step.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { removeFactor, type SecondFactor } from '../../model/second-factor.ts';

export interface FactorSettingsProps {
  factor: SecondFactor;
  onChanged: () => void;
}

/** The second factor of a member of staff, and whether every admin needs one. */
export function FactorSettings({ factor, onChanged }: FactorSettingsProps) {
  const required = factor.required && <p>Every admin needs a second factor for the workshop.</p>;
  if (!factor.enrolled)
    return (
      <Stack>
        <p>With an authenticator app on your phone, your password alone does not open the workshop.</p>
        {required}
        <EnrolStep onDone={onChanged} />
      </Stack>
    );
  if (!factor.verified)
    return (
      <Stack>
        <p>Your authenticator app is set up. Enter its code to change something here.</p>
        <CodeStep onDone={onChanged} />
      </Stack>
    );
  return <VerifiedSettings factor={factor} onChanged={onChanged} />;
}

function VerifiedSettings({ factor, onChanged }: FactorSettingsProps) {
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<{ what: string; sentence: string } | null>(null);
  const [codes, setCodes] = useState<string[] | null>(null);
  const [required, setRequired] = useState(factor.required);

  async function run(what: string, change: () => Promise<string | null>): Promise<void> {
    if (busy) return;
    setBusy(what);
    setProblem(null);
    const sentence = await change().catch(explain);
    setBusy(null);
    if (sentence) setProblem({ what, sentence });
    else if (what !== 'codes') onChanged();
  }

  async function require(wanted: boolean): Promise<string | null> {
    setRequired(wanted);
    try {
      await callRpc('require_second_factor', { required: wanted });
      void notify(wanted ? 'Every admin needs a second factor now' : 'No admin needs a second factor now');
      return null;
    } catch (thrown) {
      setRequired(!wanted);
      return explain(thrown);
    }
  }

  async function drawCodes(): Promise<null> {
    setCodes(await callRpc('write_recovery_codes', {}));
    return null;
  }

  async function remove(): Promise<string | null> {
    const error = await removeFactor();
    if (error) return explainAuthError(error);
    void notify('The authenticator app is removed');
    return null;
  }

  if (codes)
    return (
      <RecoveryCodes
        codes={codes}
        onKept={() => {
          setCodes(null);
          onChanged();
        }}
      />
    );
  return (
    <Stack>
      <p>
        Your authenticator app is set up. You have {factor.codes_left} recovery{' '}
        {factor.codes_left === 1 ? 'code' : 'codes'} left.
      </p>
      <FormProblem sentence={problem && problem.what !== 'require' ? problem.sentence : null} />
      <Row>
        <Button
          variant="line"
          busy={busy === 'codes'}
          busyLabel="One moment"
          onClick={() => void run('codes', drawCodes)}
        >
          New recovery codes
        </Button>
        <Button
          variant="quiet"
          busy={busy === 'remove'}
          busyLabel="Removing"
          onClick={() => void run('remove', remove)}
        >
          Remove the app
        </Button>
      </Row>
      <FormProblem sentence={problem?.what === 'require' ? problem.sentence : null} />
      <Checkbox
        label="Every admin needs a second factor"
        hint="Admins without one lose the workshop until they have set it up"
        checked={required}
        onChange={(event) => void run('require', () => require(event.target.checked))}
      />
    </Stack>
  );
}
