import { paths } from '@twostroke/shared/contracts/paths';
import { Anchor } from '@twostroke/shared/ui/anchor';
import { Table } from '../../parts/table.tsx';

/** The best channel for each kind of request: for many, it is faster than the phone. */
export function ContactChannels() {
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
        {
          key: 'change',
          cells: ['Move or cancel a booking', 'On your booking’s page, which shows first what it costs'],
        },
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
