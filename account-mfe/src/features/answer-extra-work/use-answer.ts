import { toAppError } from '@twostroke/shared/client';
import { haptic, notify } from '@twostroke/shared/state';
import { useRef, useState } from 'react';
import { explain } from '../../messages.ts';

/** What is asked (the id of a line), and the label of the button. */
interface Pressed {
  of: string;
  label: string;
}

export interface Answering {
  /** What is being sent, or waits until those before it are: one answer for each question. */
  pressed: readonly Pressed[];
  problem: { of: string; sentence: string } | null;
  /** @param done the title of the toast afterwards */
  send: (pressed: Pressed, call: () => Promise<unknown>, done: string) => Promise<void>;
}

/**
 * The answers to the questions of one page: one is sent at a time, and no press is lost meanwhile.
 * @param onAnswered reloads the booking after an answer, or after one that came too late
 */
export function useAnswer(onAnswered: () => void | Promise<void>): Answering {
  const [pressed, setPressed] = useState<readonly Pressed[]>([]);
  const [problem, setProblem] = useState<Answering['problem']>(null);
  const before = useRef(Promise.resolve());
  async function answer({ of }: Pressed, call: () => Promise<unknown>, done: string): Promise<void> {
    setProblem(null);
    try {
      await call();
      haptic('added');
      void notify(done);
    } catch (thrown) {
      haptic('refused');
      setProblem({ of, sentence: explain(thrown) });
      // Only when it was answered or changed elsewhere: without a network a reload would replace the page.
      if (toAppError(thrown).code !== 'conflict') return;
    }
    await onAnswered();
  }
  return {
    pressed,
    problem,
    send: (now, call, done) => {
      if (pressed.some(({ of }) => of === now.of)) return before.current;
      setPressed((others) => [...others, now]);
      const next = (): Promise<void> =>
        answer(now, call, done).finally(() => setPressed((others) => others.filter(({ of }) => of !== now.of)));
      before.current = before.current.then(next, next);
      return before.current;
    },
  };
}
