import { paths } from '@twostroke/shared/contracts/paths';
import { useLocation } from '@twostroke/shared/router';
import { Tabs } from '@twostroke/shared/ui/tabs';

const pages = [
  { to: paths.admin(), label: 'Day' },
  { to: paths.adminHealth(), label: 'Health' },
];

/** Leads from one page of the workshop to the others. */
export function WorkshopTabs() {
  const { pathname } = useLocation();
  return <Tabs label="Workshop" tabs={pages.map((page) => ({ ...page, current: page.to === pathname }))} />;
}
