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
}

/** Tabs that are links: each has its own address. */
export function Tabs({ label, tabs, onEnamel }: TabsProps) {
  return (
    <nav className={classList(styles.tabs, onEnamel && styles.onEnamel)} aria-label={label}>
      {tabs.map((tab) => (
        <Anchor key={tab.to} to={tab.to} className={styles.tab} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </Anchor>
      ))}
    </nav>
  );
}
