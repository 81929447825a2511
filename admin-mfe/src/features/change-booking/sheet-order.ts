import type { BookingStatus } from '@twostroke/shared/domain/database-enum';

/** The sections of a booking's sheet, below its head and above its foot. */
export type SheetPart =
  | 'complaint'
  | 'found'
  | 'question'
  | 'extra'
  | 'work'
  | 'used'
  | 'money'
  | 'facts'
  | 'messages'
  | 'trail';

const rest: readonly SheetPart[] = ['messages', 'trail'];
const untilWork: readonly SheetPart[] = [
  'facts',
  'complaint',
  'found',
  'question',
  'extra',
  'work',
  'used',
  'money',
  ...rest,
];
const inspected: readonly SheetPart[] = [
  'complaint',
  'found',
  'question',
  'extra',
  'used',
  'work',
  'money',
  'facts',
  ...rest,
];
const worked: readonly SheetPart[] = [
  'work',
  'used',
  'found',
  'question',
  'extra',
  'money',
  'complaint',
  'facts',
  ...rest,
];
const billed: readonly SheetPart[] = [
  'money',
  'question',
  'work',
  'extra',
  'found',
  'used',
  'facts',
  'complaint',
  ...rest,
];

/** What has to be done now comes first, then the money that is due, then the customer, messages and history. */
export function sheetOrder(status: BookingStatus): readonly SheetPart[] {
  switch (status) {
    case 'inspecting':
    case 'awaiting_approval':
      return inspected;
    case 'in_service':
    case 'quality_check':
      return worked;
    case 'ready':
    case 'completed':
      return billed;
    default:
      return untilWork;
  }
}

/** While the job card is ticked, the booking itself is one line that opens. */
export const foldsFacts = (status: BookingStatus): boolean => status === 'in_service' || status === 'quality_check';
