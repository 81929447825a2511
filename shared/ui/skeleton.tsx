import { Card } from './card.tsx';
import { classList } from './class-list.ts';
import styles from './skeleton.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

export interface SkeletonProps {
  shape?: 'title' | 'line' | 'short' | 'block';
  className?: string;
}

/** One grey placeholder shape. Hidden from screen readers. */
export function Skeleton({ shape = 'line', className }: SkeletonProps) {
  return (
    <span
      className={classList(
        styles.skeleton,
        shape === 'short' ? styles.line : styles[shape],
        shape === 'short' && styles.short,
        className,
      )}
      aria-hidden="true"
    />
  );
}

/** A loading card; says so to screen readers. */
export function SkeletonCard({ lines = 3, label = 'Loading' }: { lines?: number; label?: string }) {
  return (
    <Card role="status">
      <VisuallyHidden>{label}</VisuallyHidden>
      <Skeleton shape="title" />
      {Array.from({ length: lines }, (_, index) => (
        <Skeleton key={index} shape={index === lines - 1 ? 'short' : 'line'} />
      ))}
    </Card>
  );
}
