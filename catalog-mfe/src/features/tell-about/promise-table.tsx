import { formatRupees } from '@twostroke/shared/domain/money';
import type { LatePromise } from '../../model/shop-promises.ts';
import { Table } from '../../parts/table.tsx';

/** What the shop owes when something goes wrong. */
export function PromiseTable({ late_minutes, late_credit }: LatePromise) {
  return (
    <Table
      caption="What we promise"
      captionHidden
      columns={[{ label: 'If' }, { label: 'Then' }]}
      rows={[
        {
          key: 'late',
          cells: [
            `We are more than ${late_minutes} minutes late`,
            `${formatRupees(late_credit)} credit, and you may move the booking free`,
          ],
        },
        { key: 'warranty', cells: ['Something we did fails', '30 days or 1,000 km of workmanship warranty'] },
        { key: 'recheck', cells: ['Something feels wrong', 'Free re-check, if you tell us within 48 hours'] },
        { key: 'rain', cells: ['Rain or a closed road stops us', 'We move you free'] },
      ]}
    />
  );
}
