import { extraWorkAnswers } from '@twostroke/shared/domain/extra-work';
import { Button } from '@twostroke/shared/ui/button';
import { FormProblem } from '@twostroke/shared/ui/form-problem';
import styles from './question.module.css';
import type { Answering } from './use-answer.ts';

export interface OfferedAnswer {
  label: string;
  /** What a screen reader says, with the work and its price. */
  spoken: string;
  send: () => Promise<unknown>;
  /** Title of the toast afterwards. */
  done: string;
}

export interface AnswerButtonsProps {
  /** What is asked: the id of a line. */
  of: string;
  /** In the order of their buttons; all have the same size. */
  answers: readonly OfferedAnswer[];
  answering: Answering;
}

/** The answers to one question, and above them why the last one was not taken. */
export function AnswerButtons({ of, answers, answering: { pressed, problem, send } }: AnswerButtonsProps) {
  return (
    <>
      <FormProblem sentence={problem?.of === of ? problem.sentence : null} />
      <div className={styles.answers}>
        {answers.map((answer, place) => (
          <Button
            key={answer.label}
            variant={place === 0 ? 'plate' : 'line'}
            className={styles.answer}
            busy={pressed.some((each) => each.of === of && each.label === answer.label)}
            busyLabel={extraWorkAnswers.busy}
            aria-label={answer.spoken}
            onClick={() => void send({ of, label: answer.label }, answer.send, answer.done)}
          >
            {answer.label}
          </Button>
        ))}
      </div>
    </>
  );
}
