import { toolViewsId } from '@twostroke/shared/contracts/manifest';
import { paths, workshopPaths } from '@twostroke/shared/contracts/paths';
import { TabLink, Tabs, type Tab } from '@twostroke/shared/ui/tabs';
import { useContext, useLayoutEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { dutiesThatMay, DutyContext, type Duty } from '../model/duty.ts';
import { MoreMenu } from './more-menu.tsx';
import styles from './workshop-tabs.module.css';

/** What /admin can show. */
export type WorkshopView = 'day' | 'week' | 'caller' | 'invoice' | 'floor' | 'people' | 'trail' | 'health';

/** Which duties open a view. */
const viewDuties: Readonly<Record<WorkshopView, readonly Duty[]>> = {
  day: ['owner', 'desk', 'foreman', 'mechanic', 'accountant'],
  week: ['owner', 'desk', 'foreman', 'mechanic', 'accountant'],
  caller: dutiesThatMay('change_bookings'),
  invoice: dutiesThatMay('read_invoices'),
  floor: ['owner', 'desk', 'foreman', 'mechanic'],
  people: ['owner'],
  trail: ['owner', 'accountant'],
  health: ['owner'],
};

/** The view of an address; the day where the duty does not open that one. */
export function viewFor(duty: Duty, asked: string | null): WorkshopView {
  const found = Object.entries(viewDuties).find(([view, duties]) => view === asked && duties.includes(duty));
  return (found?.[0] as WorkshopView | undefined) ?? 'day';
}

const trail = { view: 'trail', to: workshopPaths.trail(), label: 'Who did what' } as const;

/** Links the people of the shop and what they did. Nothing for those who may not see both. */
export function PeopleTabs({ current }: { current: 'people' | 'trail' }) {
  const duty = useContext(DutyContext);
  if (duty !== 'owner') return null;
  const views = [{ view: 'people', to: workshopPaths.people(), label: 'Staff' }, trail];
  return <Tabs label="People" tabs={views.map(({ view, ...tab }) => ({ ...tab, current: view === current }))} />;
}

/** How many views stand in the line on a phone; the others stand in a menu behind it. */
const alwaysShown = 2;

export interface WorkshopTabsProps {
  current: WorkshopView;
  /** The bell, at the end of the line. */
  children: ReactNode;
}

/** Links the views that the duty opens, in the header; at the head of the page where the shell gives no place for them. */
export function WorkshopTabs({ current, children }: WorkshopTabsProps) {
  const duty = useContext(DutyContext);
  const [place, setPlace] = useState<HTMLElement | null>();
  useLayoutEffect(() => setPlace(document.getElementById(toolViewsId)), []);
  if (place === undefined) return null;
  const views: (Tab & { view: WorkshopView })[] = [
    { view: 'day', to: paths.admin(), label: 'Day' },
    { view: 'floor', to: workshopPaths.floor(), label: 'Floor' },
    { view: 'people', to: workshopPaths.people(), label: 'People' },
    // Owners find it beside the people.
    ...(duty === 'owner' ? [] : [trail]),
    { view: 'health', to: paths.adminHealth(), label: 'Health' },
  ];
  const tabs = views
    .filter(({ view }) => viewFor(duty, view) === view)
    .map(({ view, ...tab }) => ({
      ...tab,
      current: view === current || (view === 'day' && current === 'week') || (view === 'people' && current === 'trail'),
    }));
  const shown = place ? alwaysShown : tabs.length;
  const seldom = tabs.slice(shown);
  const line = (
    <div className={styles.line}>
      <Tabs label="Workshop" onEnamel={place !== null} tabs={tabs.slice(0, shown)}>
        {seldom.length > 0 && (
          <MoreMenu place="below" current={seldom.some((tab) => tab.current)}>
            {seldom.map((tab) => (
              <TabLink key={tab.to} {...tab} />
            ))}
          </MoreMenu>
        )}
      </Tabs>
      {children}
    </div>
  );
  return place ? createPortal(line, place) : line;
}
