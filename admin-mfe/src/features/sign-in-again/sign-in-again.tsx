import { callRpc } from '@twostroke/shared/client';
import { requestPhoneCode, enterPhoneCode } from '@twostroke/shared/api/phone-sign-in';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { sessionAtom } from '@twostroke/shared/state';
import { Dialog } from '@twostroke/shared/ui/dialog';
import { PhoneCodeForm } from '@twostroke/shared/ui/phone-code-form';
import { Spinner } from '@twostroke/shared/ui/spinner';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../messages.ts';
import { onSignInAgain } from '../../model/fresh-sign-in.ts';
import { ProofForm } from './proof-form.tsx';
import { enterAppCode, enterPassword, explainProof } from './prove.ts';

/** How the person at the screen proves who they are. */
type Way = { by: 'app' } | { by: 'password'; email: string } | { by: 'phone'; phone: string; waitSeconds: number };

/** Asks for the password or a code again, in place; what was pressed goes on afterwards. */
export function SignInAgain() {
  const session = useAtomValue(sessionAtom);
  const [asked, setAsked] = useState(false);
  const [way, setWay] = useState<Way | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const answer = useRef<(given: boolean) => void>(undefined);
  const user = session.status === 'signed-in' ? session.user : null;
  const email = user?.email ?? null;
  const phone = user?.phone ? `+${user.phone.replace(/^\+/, '')}` : null;

  useEffect(
    () =>
      onSignInAgain(async () => {
        setWay(null);
        setProblem(null);
        setAsked(true);
        const given = new Promise<boolean>((resolve) => (answer.current = resolve));
        chooseWay(email, phone).then(setWay, (thrown: unknown) => setProblem(explain(thrown)));
        return given;
      }),
    [email, phone],
  );

  function end(given: boolean): void {
    setAsked(false);
    answer.current?.(given);
  }

  return (
    <Dialog open={asked} onClose={() => end(false)} title="Is it you?">
      <FormProblem sentence={problem} />
      {!way && !problem && <Spinner label="One moment" />}
      {way?.by === 'app' && (
        <ProofForm
          intro="You signed in a while ago. Enter the code of your authenticator app to go on."
          label="Code"
          isCode
          onProof={enterAppCode}
          onDone={() => end(true)}
        />
      )}
      {way?.by === 'password' && (
        <ProofForm
          intro="You signed in a while ago. Enter your password to go on."
          label="Password"
          onProof={(password) => enterPassword(way.email, password)}
          onDone={() => end(true)}
        />
      )}
      {way?.by === 'phone' && (
        <>
          <p>You signed in a while ago. Enter the code that we sent to {formatPhone(way.phone)} to go on.</p>
          <PhoneCodeForm
            waitSeconds={way.waitSeconds}
            button="Go on"
            busyLabel="Checking"
            onCode={async (code) => {
              const failed = await enterPhoneCode(way.phone, code, explainProof);
              if (!failed) end(true);
              return failed;
            }}
            onSendAgain={() => requestPhoneCode(way.phone, explainProof)}
          />
        </>
      )}
    </Dialog>
  );
}

/** The second factor where there is one, else the password, else a code by SMS, which is sent at once. */
async function chooseWay(email: string | null, phone: string | null): Promise<Way> {
  const { enrolled } = await callRpc('second_factor', {});
  if (enrolled) return { by: 'app' };
  if (email || !phone) return { by: 'password', email: email ?? '' };
  const sent = await requestPhoneCode(phone, explainProof);
  if ('problem' in sent) throw new Error(sent.problem);
  return { by: 'phone', phone, waitSeconds: sent.waitSeconds };
}
