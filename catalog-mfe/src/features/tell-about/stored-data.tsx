import { Table } from '../../parts/table.tsx';

/** What a booking stores, and what for. */
export function StoredData() {
  return (
    <Table
      caption="What we store when you book"
      captionHidden
      columns={[{ label: 'What' }, { label: 'Why' }]}
      rows={[
        {
          key: 'name',
          cells: ['Name and mobile number', 'To know whose bike it is, and to call you about it'],
        },
        { key: 'email', cells: ['Email, if you give one', 'To reach you when the phone doesn’t'] },
        {
          key: 'bike',
          cells: ['Bike, registration number, odometer', 'To bring the right parts and write the invoice'],
        },
        { key: 'address', cells: ['Address and landmark, for doorstep and pickup', 'To find you'] },
        {
          key: 'notes',
          cells: ['Notes, and your limit for extra work', 'To do what you asked, and no more'],
        },
      ]}
    />
  );
}
