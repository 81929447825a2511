import type { ReactNode } from 'react';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { classList } from '@twostroke/shared/ui/class-list';
import styles from './milestone.module.css';

export interface MilestoneProps {
  /** On the yellow cap: "2 km", "Twostroke Pune". */
  head: ReactNode;
  /** The area. */
  name: string;
  /** "411048". */
  pin?: string;
  /** The area's page. */
  to?: string;
  big?: boolean;
}

/** An area as a stone at the road. */
export function Milestone({ head, name, pin, to, big }: MilestoneProps) {
  const className = classList(styles.milestone, big && styles.big);
  const face = (
    <>
      <span className={styles.head}>{head} </span>
      <span className={styles.name}>
        {name} {pin && <span className={styles.pin}>{pin}</span>}
      </span>
    </>
  );
  return to ? (
    <Anchor to={to} className={className}>
      {face}
    </Anchor>
  ) : (
    <div className={className}>{face}</div>
  );
}

/** Several milestones side by side, two on a phone. */
export function Milestones({ children }: { children: ReactNode }) {
  return <div className={styles.stones}>{children}</div>;
}
