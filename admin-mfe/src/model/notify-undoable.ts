import { notify } from '@twostroke/shared/state';
import { explain } from '../messages.ts';

/** How long a change can be undone from its toast, in milliseconds. */
export const undoMs = 8000;

/** What the trail of a booking says of a step that was taken back: the database wants the reason. */
export const undoNote = 'Undone: it was pressed by mistake';

/** What a toast says of a step that is sent only when its Undo has gone. */
export const notToldYet = 'The customer has no message yet.';

/**
 * Says what was done, with the way back. One that fails can be pressed again.
 * @param undo takes it back, and returns what to say then
 * @param onChanged reads what may have changed
 */
export function notifyUndoable(
  sentence: string,
  undo: () => Promise<string>,
  onChanged: () => Promise<void> = () => Promise.resolve(),
  description?: string,
): void {
  const takeBack = async (): Promise<void> => {
    try {
      void notify(await undo());
    } catch (thrown) {
      notifyUndoable('It is not taken back', undo, onChanged, explain(thrown));
    }
    await onChanged();
  };
  void notify(sentence, {
    duration: undoMs,
    action: { label: 'Undo', onClick: () => void takeBack() },
    ...(description && { description }),
  });
}
