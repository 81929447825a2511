import type { ReactNode } from 'react';
import { classList } from './class-list.ts';
import { Icon } from './icon.tsx';
import { check, info, offline } from './icons.ts';
import styles from './banner.module.css';

const icons = { plain: info, offline, back: check };

export interface BannerProps {
  /** offline and plain: yellow plate. back: green. */
  tone?: 'plain' | 'offline' | 'back';
  /** One of the consts of `icons`; each tone has its own. */
  icon?: string;
  children: ReactNode;
}

/**
 * Full width under the header; buttons in it look like links. Put it into its own live region when it appears and
 * disappears.
 */
export function Banner({ tone = 'plain', icon, children }: BannerProps) {
  return (
    <div className={classList(styles.banner, tone === 'back' && styles.back)}>
      <Icon path={icon ?? icons[tone]} />
      <span>{children}</span>
    </div>
  );
}
