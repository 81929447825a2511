import { Anchor } from './anchor.tsx';
import styles from './tabs.module.css';

export interface Tab {
  to: string;
  label: string;
  current?: boolean;
}

/** Tabs that are links: each has its own address. */
export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Anchor key={tab.to} to={tab.to} className={styles.tab} aria-current={tab.current ? 'page' : undefined}>
          {tab.label}
        </Anchor>
      ))}
    </nav>
  );
}
