import { Dialog } from '@twostroke/shared/ui/dialog';
import { Stack } from '@twostroke/shared/ui/stack';
import { CallbackForm } from './callback-form.tsx';

/** For customers whose bike is not in the list. */
export function UnlistedBikeDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  return (
    <Dialog open={open} onClose={onClose} title="Your bike is not in the list?">
      <Stack>
        <p>Tell us brand and model. A person calls you back in our hours, with a price or an honest no.</p>
        <CallbackForm
          reason={{ kind: 'unlisted_bike' }}
          action="Ask for a call back"
          thanks="Thank you. We have your bike and your number, and call you in our hours: Mon–Sat 9 am – 7 pm, Sun 10 am – 4 pm."
        />
      </Stack>
    </Dialog>
  );
}
