import { extraWorkAnswers, type WorkAnswer } from '@twostroke/shared/domain/extra-work';

export interface AnswerToWork {
  answer: WorkAnswer;
  label: string;
  /** What a screen reader says, with the work and its price. */
  labelFor: (name: string, price: string) => string;
  /** Title of the toast afterwards. */
  done: (name: string, price: string) => string;
}

/** The answers to a proposed line, in the order of their buttons; all have the same size. */
export const answers: readonly AnswerToWork[] = [
  {
    answer: 'yes',
    label: extraWorkAnswers.yes,
    labelFor: (name, price) => `${extraWorkAnswers.yes}: ${name} for ${price}`,
    done: (name, price) => `Approved: ${name}, ${price}`,
  },
  {
    answer: 'no',
    label: extraWorkAnswers.no,
    labelFor: (name) => `${extraWorkAnswers.no}: ${name}`,
    done: (name) => `Declined: ${name}. We leave it as it is.`,
  },
  {
    answer: 'later',
    label: extraWorkAnswers.later,
    labelFor: (name) => `${extraWorkAnswers.later}: ${name}`,
    done: (name) => `Later: ${name}. We ask again next time.`,
  },
];
