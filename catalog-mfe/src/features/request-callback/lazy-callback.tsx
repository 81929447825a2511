import { shop } from '@twostroke/shared/domain/shop';
import { notify } from '@twostroke/shared/state';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Skeleton } from '@twostroke/shared/ui/skeleton';
import { useEffect } from 'react';
import type { CallbackFormProps } from './callback-form.tsx';
import { useCallbackViews } from './use-callback-views.ts';

/** CallbackForm, loaded when it appears; the shop's number when that fails. */
export function LazyCallbackForm(props: CallbackFormProps) {
  const views = useCallbackViews(true);
  if (views === null) return <Skeleton shape="block" />;
  if (views === 'failed')
    return (
      <p>
        The form could not be loaded. Call <Anchor to={`tel:${shop.phone}`}>{shop.phoneShown}</Anchor> instead.
      </p>
    );
  return <views.CallbackForm {...props} />;
}

/** UnlistedBikeDialog, loaded when it is first opened; the shop's number when that fails. */
export function LazyUnlistedBikeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const views = useCallbackViews(open);
  const failed = open && views === 'failed';
  useEffect(() => {
    if (!failed) return;
    void notify(`Call ${shop.phoneShown}`, {
      description: 'The form could not be loaded. A person answers in our hours.',
    });
    onClose();
  }, [failed, onClose]);
  return views === null || views === 'failed' ? null : <views.UnlistedBikeDialog open={open} onClose={onClose} />;
}
