import { toAppError } from '@twostroke/shared/client';
import { haptic, notify } from '@twostroke/shared/state';
import { useState } from 'react';
import { explain } from '../../messages.ts';

/** What is asked (the id of a line), and the label of the button. */
interface Pressed {
  of: string;
  label: string;
}

export interface Answering {
  pressed: Pressed | null;
  problem: { of: string; sentence: string } | null;
  /** @param done the title of the toast afterwards */
  send: (pressed: Pressed, call: () => Promise<unknown>, done: string) => Promise<void>;
}

/**
 * The answers to the questions of one page: one is sent at a time.
 * @param onAnswered reloads the booking after an answer, or after one that came too late
 */
export function useAnswer(onAnswered: () => void | Promise<void>): Answering {
  const [pressed, setPressed] = useState<Pressed | null>(null);
  const [problem, setProblem] = useState<Answering['problem']>(null);
  return {
    pressed,
    problem,
    send: async (now, call, done) => {
      if (pressed) return;
      setPressed(now);
      setProblem(null);
      try {
        await call();
        haptic('added');
        void notify(done);
      } catch (thrown) {
        haptic('refused');
        setProblem({ of: now.of, sentence: explain(thrown) });
        // Only when it was answered or changed elsewhere: without a network a reload would replace the page.
        if (toAppError(thrown).code !== 'conflict') return setPressed(null);
      }
      await onAnswered();
      setPressed(null);
    },
  };
}
