import { notify } from '@twostroke/shared/state';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import { Row } from '@twostroke/shared/ui/row';
import { useEffect, useEffectEvent, useState } from 'react';
import { explain } from '../../messages.ts';
import { logCall, type CallEnd } from '../../model/log-call.ts';
import { OfficeKey } from '../../parts/office-key.tsx';

export interface LogCallProps {
  /** `+91XXXXXXXXXX` */
  phone: string;
  /** What the call is about, as far as it is typed. */
  about: string;
  onLogged: () => void;
}

const ends: readonly { end: CallEnd; words: string }[] = [
  { end: 'reached', words: 'Log the call' },
  { end: 'no_answer', words: 'No answer' },
  { end: 'not_wanted', words: 'Not wanted' },
];

/** Writes the call down in one press or one key, with who, when and what it was about. The key works while typing too. */
export function LogCall({ phone, about, onLogged }: LogCallProps) {
  const [busy, setBusy] = useState<CallEnd | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  async function log(outcome: CallEnd): Promise<void> {
    if (busy) return;
    setBusy(outcome);
    setProblem(null);
    try {
      await logCall({ phone, outcome, ...(about && { about: about.slice(0, 200) }) });
      void notify('The call is written down');
      onLogged();
    } catch (thrown) {
      setProblem(explain(thrown));
    }
    setBusy(null);
  }
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.code !== 'KeyL' || !event.altKey || event.ctrlKey || document.querySelector('dialog[open]')) return;
    event.preventDefault();
    void log('reached');
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <FormProblem sentence={problem} />
      <Row>
        {ends.map(({ end, words }) => (
          <Button key={end} variant="line" small busy={busy === end} busyLabel="Saving" onClick={() => void log(end)}>
            {words} {end === 'reached' && <OfficeKey>Alt L</OfficeKey>}
          </Button>
        ))}
      </Row>
    </>
  );
}
