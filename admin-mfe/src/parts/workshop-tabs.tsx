import { toolViewsId } from '@twostroke/shared/contracts/manifest';
import { paths } from '@twostroke/shared/contracts/paths';
import { Tabs } from '@twostroke/shared/ui/tabs';
import { useLayoutEffect, useState } from 'react';
import { createPortal } from 'react-dom';

/** What /admin can show. */
export type WorkshopView = 'day' | 'caller' | 'health' | 'invoice';

/** Links the views of the workshop, in the header; at the head of the page where the shell gives no place for them. */
export function WorkshopTabs({ current }: { current: WorkshopView }) {
  const [place, setPlace] = useState<HTMLElement | null>();
  useLayoutEffect(() => setPlace(document.getElementById(toolViewsId)), []);
  if (place === undefined) return null;
  const views = [
    { view: 'day', to: paths.admin(), label: 'Day' },
    { view: 'health', to: paths.adminHealth(), label: 'Health' },
  ];
  const tabs = views.map(({ view, ...tab }) => ({ ...tab, current: view === current }));
  return place ? (
    createPortal(<Tabs label="Workshop" onEnamel tabs={tabs} />, place)
  ) : (
    <Tabs label="Workshop" tabs={tabs} />
  );
}
