import { Steps } from '@twostroke/shared/ui/steps';
import { Wrap } from '@twostroke/shared/ui/wrap';
import type { ReactNode, RefObject } from 'react';
import { stepLabels, steps, type Step } from './steps.ts';
import styles from './step-frame.module.css';

export interface StepFrameProps {
  step: Step;
  title: string;
  /** Takes the focus when the step changes. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Above the steps: what is true of all of them, such as a lost connection. */
  notice?: ReactNode;
  children: ReactNode;
}

/** What every step stands in: how far one is, and the question. */
export function StepFrame({ step, title, titleRef, notice, children }: StepFrameProps) {
  return (
    <Wrap width="booking" className={styles.frame}>
      {notice}
      <Steps total={steps.length} current={steps.indexOf(step) + 1} label={stepLabels[step]} />
      <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </Wrap>
  );
}
