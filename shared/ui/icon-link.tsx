import { Anchor, type AnchorProps } from './anchor.tsx';
import { classList } from './class-list.ts';
import { Icon } from './icon.tsx';
import styles from './icon-button.module.css';

export interface IconLinkProps extends AnchorProps {
  label: string;
  icon: string;
}

/** A 48 px link that is only an icon. */
export function IconLink({ label, icon, className, children, ...rest }: IconLinkProps) {
  return (
    <Anchor aria-label={label} {...rest} className={classList(styles.button, className)}>
      <Icon path={icon} />
      {children}
    </Anchor>
  );
}
