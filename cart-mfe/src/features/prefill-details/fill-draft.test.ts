import { newDraft } from '../../model/booking-draft.ts';
import { fillDraft } from './fill-draft.ts';

const user = { id: 'u1', email: 'asha@example.com', phone: '919000000012', fullName: 'Asha Kulkarni' };
const areas = [{ slug: 'katraj', name: 'Katraj', pin: '411046' }];

test('fills empty fields from the account', () => {
  const filled = fillDraft(newDraft(), user, null, areas);
  expect(filled.details).toMatchObject({ name: 'Asha Kulkarni', phone: '90000 00012', email: 'asha@example.com' });
  expect(filled.prefilledFor).toBe('u1');
});

test('prefers typed values, then the profile, then the sign-in data', () => {
  const draft = newDraft();
  draft.details.name = 'Somebody Else';
  const profile = {
    full_name: 'Asha K',
    phone: '+919000000034',
    area_slug: 'katraj',
    address_line: 'Flat 4, Sample Arcade',
    landmark: null,
  };
  const filled = fillDraft(draft, user, profile, areas);
  expect(filled.details).toMatchObject({ name: 'Somebody Else', phone: '90000 00034' });
  expect(filled.address).toEqual({ line: 'Flat 4, Sample Arcade', landmark: '', area: 'katraj', pin: '411046' });
});
