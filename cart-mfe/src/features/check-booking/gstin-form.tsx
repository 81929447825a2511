import { parseGstin } from './gstin.ts';
import { useState } from 'react';
import { CodeForm } from './code-form.tsx';

export interface GstinFormProps {
  /** The number that is in use; empty without one. */
  used: string;
  /** An empty text removes it. */
  onUse: (gstin: string) => void;
}

/** The GSTIN of a business, for its invoice. Validated here, so that a mistyped one never affects the price. */
export function GstinForm({ used, onUse }: GstinFormProps) {
  const [error, setError] = useState<string | null>(null);
  return (
    <CodeForm
      summary="GST invoice for a business"
      label="GSTIN"
      hint="15 letters and figures, printed on the invoice"
      button="Use this GSTIN"
      used={used}
      error={error}
      note={used !== '' && !error ? `${used} will be on the invoice.` : null}
      onUse={(typed) => {
        const gstin = parseGstin(typed);
        const isFine = gstin !== null || typed === '';
        setError(isFine ? null : 'Check the GSTIN');
        if (isFine) onUse(gstin ?? '');
      }}
    />
  );
}
