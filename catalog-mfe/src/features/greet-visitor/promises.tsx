import { Cells } from '@twostroke/shared/ui/cells';
import { Section } from '@twostroke/shared/ui/section';

/** What we owe when something goes wrong. */
export function Promises() {
  return (
    <Section title="Our promises" titleHidden>
      <Cells
        columns={4}
        cells={[
          { label: 'More than 60 minutes late', value: '₹100 credit', note: 'and you can move the booking free' },
          { label: 'Workmanship warranty', value: '30 days or 1,000 km', note: '90 days with the add-on' },
          { label: 'Something not right?', value: 'Free re-check', note: 'tell us within 48 hours' },
          { label: 'Rain or road closed', value: 'We move you free', note: 'no fee, no argument' },
        ]}
      />
    </Section>
  );
}
