import { shop } from '@twostroke/shared/domain/shop';
import { notify } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Skeleton } from '@twostroke/shared/ui/skeleton';
import { useEffect } from 'react';
import type { CallbackFormProps } from './callback-form.tsx';
import { useCallbackParts } from './use-callback-parts.ts';

/** CallbackForm, loaded when it appears; the shop's number when that fails. */
export function LateCallbackForm(props: CallbackFormProps) {
  const parts = useCallbackParts(true);
  if (parts === null) return <Skeleton shape="block" />;
  if (parts === 'failed')
    return (
      <p>
        The form could not be loaded. Call <Anchor to={`tel:${shop.phone}`}>{shop.phoneShown}</Anchor> instead.
      </p>
    );
  return <parts.CallbackForm {...props} />;
}

/** UnlistedBikeDialog, loaded when it is first opened; the shop's number when that fails. */
export function LateUnlistedBikeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const parts = useCallbackParts(open);
  const failed = open && parts === 'failed';
  useEffect(() => {
    if (!failed) return;
    void notify(`Call ${shop.phoneShown}`, {
      description: 'The form could not be loaded. A person answers in our hours.',
    });
    onClose();
  }, [failed, onClose]);
  return parts === null || parts === 'failed' ? null : <parts.UnlistedBikeDialog open={open} onClose={onClose} />;
}
