import { Steps } from './steps.tsx';
import { Container } from '@twostroke/shared/ui/container';
import type { ReactNode, RefObject } from 'react';
import { stepLabels, steps, type Step } from '../model/steps.ts';
import styles from './step-frame.module.css';

export interface StepFrameProps {
  step: Step;
  title: string;
  /** Takes the focus when the step changes. */
  titleRef?: RefObject<HTMLHeadingElement | null>;
  /** Shown above every step, e.g. that the connection is lost. */
  notice?: ReactNode;
  children: ReactNode;
}

/** The frame of every step: the progress and the question. */
export function StepFrame({ step, title, titleRef, notice, children }: StepFrameProps) {
  return (
    <Container width="booking" className={styles.frame}>
      {notice}
      <Steps total={steps.length} current={steps.indexOf(step) + 1} label={stepLabels[step]} />
      <h1 ref={titleRef} tabIndex={-1} className={styles.title}>
        {title}
      </h1>
      {children}
    </Container>
  );
}
