import { useState } from 'react';
import { CodeForm } from './code-form.tsx';
import { PhoneForm } from './phone-form.tsx';

/** Sign-in by a code to the phone: first the number, then the code. */
export function PhoneSignIn({ emailTo }: { emailTo: string }) {
  const [phone, setPhone] = useState('');
  const [wait, setWait] = useState<number | null>(null);
  if (wait === null)
    return (
      <PhoneForm
        phone={phone && phone.slice(3)}
        onSent={(number, seconds) => {
          setPhone(number);
          setWait(seconds);
        }}
      />
    );
  return <CodeForm phone={phone} waitSeconds={wait} onWrongNumber={() => setWait(null)} emailTo={emailTo} />;
}
