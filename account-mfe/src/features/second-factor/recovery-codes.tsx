import { Button } from '@twostroke/shared/ui/button';
import { Note } from '@twostroke/shared/ui/note';
import { Row } from '@twostroke/shared/ui/row';
import { Stack } from '@twostroke/shared/ui/stack';
import { useEffect, useRef } from 'react';
import { saveFile } from '../../parts/save-file.ts';

export interface RecoveryCodesProps {
  codes: readonly string[];
  onKept: () => void;
}

/** New recovery codes. They cannot be shown again. */
export function RecoveryCodes({ codes, onKept }: RecoveryCodesProps) {
  const top = useRef<HTMLDivElement>(null);
  const shown = codes.map((code) => code.replace(/(.{4})(?=.)/g, '$1-'));
  // The form that had the focus was replaced.
  useEffect(() => top.current?.focus(), []);
  return (
    <div ref={top} tabIndex={-1}>
      <Stack>
        <Note tone="ok" role="status">
          <p>Keep these recovery codes. Without your app each lets you in once. We show them only now.</p>
        </Note>
        <Stack as="ol" gap="s" translate="no">
          {shown.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </Stack>
        <Row>
          <Button
            variant="line"
            onClick={() => saveFile('twostroke-recovery-codes.txt', 'text/plain', `${shown.join('\n')}\n`)}
          >
            Save as a file
          </Button>
          <Button onClick={onKept}>I have kept them</Button>
        </Row>
      </Stack>
    </div>
  );
}
