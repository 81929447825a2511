import { formatRupees } from '@twostroke/shared/domain/money';
import { Cells } from '@twostroke/shared/ui/cells';
import type { LatePromise } from '../../model/shop-promises.ts';
import { Section } from '../../parts/section.tsx';

/** What the shop owes when something goes wrong. */
export function Promises({ late_minutes, late_credit }: LatePromise) {
  return (
    <Section title="Our promises" titleHidden>
      <Cells
        columns={4}
        cells={[
          {
            label: `More than ${late_minutes} minutes late`,
            value: `${formatRupees(late_credit)} credit`,
            note: 'and you can move the booking free',
          },
          { label: 'Workmanship warranty', value: '30 days or 1,000 km', note: '90 days with the add-on' },
          { label: 'Something not right?', value: 'Free re-check', note: 'tell us within 48 hours' },
          { label: 'Rain or road closed', value: 'We move you free', note: 'no fee, no argument' },
        ]}
      />
    </Section>
  );
}
