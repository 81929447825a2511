import { paths } from '@twostroke/shared/contracts/paths';
import { Tabs } from '@twostroke/shared/ui/tabs';

/** What /admin can show. */
export type WorkshopView = 'day' | 'health';

/** Links the views of the workshop. */
export function WorkshopTabs({ current }: { current: WorkshopView }) {
  const views = [
    { view: 'day', to: paths.admin(), label: 'Day' },
    { view: 'health', to: paths.adminHealth(), label: 'Health' },
  ];
  return <Tabs label="Workshop" tabs={views.map(({ view, ...tab }) => ({ ...tab, current: view === current }))} />;
}
