import { Anchor, type AnchorProps } from './anchor.tsx';
import styles from './chip.module.css';
import { classList } from './class-list.ts';

export interface ChipLinkProps extends AnchorProps {
  current?: boolean;
}

/** A chip that leads to a page or a filtered address. */
export function ChipLink({ current, className, ...rest }: ChipLinkProps) {
  return <Anchor {...rest} aria-current={current ? 'true' : undefined} className={classList(styles.chip, className)} />;
}
