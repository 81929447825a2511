import { paths } from '@twostroke/shared/contracts/paths';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Table } from '@twostroke/shared/ui/table';

/** What to do about what: much goes faster without a call. */
export function BestWay() {
  return (
    <Table
      caption="The best way for each wish"
      captionHidden
      columns={[{ label: 'You want to' }, { label: 'Best way' }]}
      rows={[
        {
          key: 'book',
          cells: ['Book a service', <Anchor to={paths.bikes()}>Choose your bike and book, two minutes</Anchor>],
        },
        { key: 'cancel', cells: ['Cancel more than 2 hours before your window', 'On your booking’s page'] },
        { key: 'late', cells: ['Cancel later than that, or move a booking', 'Call'] },
        { key: 'breakdown', cells: ['Report a puncture or a breakdown', 'Call'] },
        {
          key: 'wrong',
          cells: ['Say that something is wrong after a service', 'Call within 48 hours: the re-check is free'],
        },
        { key: 'else', cells: ['Anything else', <Anchor to="#message">Write to us, we call back</Anchor>] },
      ]}
    />
  );
}
