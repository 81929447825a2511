import type { HTMLAttributes, ReactNode } from 'react';
import { classList } from '@twostroke/shared/ui/class-list';
import { Heading, type HeadingLevel } from '@twostroke/shared/ui/heading';
import styles from './section.module.css';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';

export interface SectionHeadProps {
  title: ReactNode;
  intro?: ReactNode;
  level?: HeadingLevel;
  id?: string;
}

/** Heading and one line under it. */
export function SectionHead({ title, intro, level = 2, id }: SectionHeadProps) {
  return (
    <div className={styles.head}>
      <Heading level={level} size="l" id={id}>
        {title}
      </Heading>
      {intro && <p className={styles.intro}>{intro}</p>}
    </div>
  );
}

export interface SectionProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  title?: ReactNode;
  intro?: ReactNode;
  /** For screen readers only. */
  titleHidden?: boolean;
  level?: HeadingLevel;
  /** 32 px above instead of 72 to 84. */
  near?: boolean;
}

/** A part of a page, without a frame. */
export function Section({ title, intro, titleHidden, level = 2, near, className, children, ...rest }: SectionProps) {
  const Hidden = `h${level}` as const;
  return (
    <section className={classList(styles.section, near && styles.near, className)} {...rest}>
      {title && titleHidden && (
        <Hidden>
          <VisuallyHidden>{title}</VisuallyHidden>
        </Hidden>
      )}
      {title && !titleHidden && <SectionHead title={title} intro={intro} level={level} />}
      {children}
    </section>
  );
}

/** A section in a tinted band across the whole page; put a Container into it. */
export function Band({ className, ...rest }: HTMLAttributes<HTMLElement>) {
  return <section className={classList(styles.band, className)} {...rest} />;
}
