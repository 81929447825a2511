import { formatPhone } from '@twostroke/shared/domain/phone';
import { shop } from '@twostroke/shared/domain/shop';
import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { PressAnswer } from '@twostroke/shared/ui/press-answer';
import type { MessageDraft } from './validate-message.ts';

export interface MessageSentProps {
  draft: MessageDraft;
  onWriteAnother: () => void;
}

/** The message has arrived: what happens next. */
export function MessageSent({ draft, onWriteAnother }: MessageSentProps) {
  return (
    <PressAnswer tone="ok" takesFocus>
      <Heading level={3} size="m">
        We have your message
      </Heading>
      <p>
        Thank you, {draft.name.trim()}. We call {formatPhone(draft.phone)} in our hours: {shop.hours.join(', ')}.
      </p>
      <Button variant="line" small onClick={onWriteAnother}>
        Write another message
      </Button>
    </PressAnswer>
  );
}
