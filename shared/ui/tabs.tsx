import type { ReactNode } from 'react';
import { Anchor } from './anchor.tsx';
import { classList } from './class-list.ts';
import styles from './tabs.module.css';

export interface Tab {
  to: string;
  label: string;
  current?: boolean;
}

export interface TabsProps {
  label: string;
  tabs: readonly Tab[];
  /** In the header, whose ground is enamel. */
  onEnamel?: boolean;
  /** After the tabs, in the same line: a menu with more of them. */
  children?: ReactNode;
}

/** Tabs that are links: each has its own address. */
export function Tabs({ label, tabs, onEnamel, children }: TabsProps) {
  return (
    <nav className={classList(styles.tabs, onEnamel && styles.onEnamel)} aria-label={label}>
      {tabs.map((tab) => (
        <TabLink key={tab.to} {...tab} />
      ))}
      {children}
    </nav>
  );
}

/** One tab of {@link Tabs}, for those that stand in a menu inside of them. */
export function TabLink({ to, label, current }: Tab) {
  return (
    <Anchor to={to} className={styles.tab} aria-current={current ? 'page' : undefined}>
      {label}
    </Anchor>
  );
}
