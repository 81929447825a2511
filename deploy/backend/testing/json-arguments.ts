import { job } from './attacked-shop.ts';

/** A function that takes JSON, and the texts inside it that the shop stores verbatim. */
interface TakesJson {
  arg: string;
  /** A whole value that the function takes: each field of it is attacked in turn. */
  example: unknown;
  /** Where it writes. */
  writes?: string;
  /** Free text, by its place in the example, and the column that keeps it. Everything else is rejected or ignored. */
  keeps?: Record<string, string>;
  /** What it makes of free text, if anything. */
  cleaned?: (words: string) => string;
}

const cart = [{ id: 'oil-change', quantity: 1 }];
export const wantedBooking = {
  ...{ request_id: '', model: job.model, mode: 'doorstep', items: cart, date: '', time: '', expected_total: 0 },
  ...{ name: 'Asha Kulkarni', phone: '90000 00012', email: 'asha@example.in', website: '', coupon: '' },
  ...{
    vehicle_number: 'MH 12 ZZ 0042',
    plate_not_issued: false,
    odometer_km: '12000',
    model_year: 2020,
    chassis_last5: '',
  },
  address: { line: 'B-1204, Sample Heights', landmark: 'Water tank', area: 'kondhwa', pin: '411048' },
  ...{ notes: 'Chain is loud', approval_limit: 500, gstin: '', payment: 'upi', proof: '' },
};
const usedPart = {
  ...{ kind: 'part', name: 'Brake pads', make: 'Own', part_number: 'BP-1', grade: '', hsn: '87141090' },
  ...{ quantity: 1, unit: 'piece', price: 0, extra_work_id: null },
};
/** Functions of staff: they are called by an owner, each time for another booking. */
export const ofStaff = new Set([
  ...['change_items', 'hold_for_caller', 'issue_credit_note', 'mark_job', 'propose_extra_work', 'save_used_parts'],
  'update_booking',
]);
/** The functions that take JSON, by their names. */
export const takeJson: Record<string, TakesJson> = {
  change_items: { arg: 'items', example: cart },
  create_booking: {
    arg: 'request',
    example: wantedBooking,
    writes: 'service_bookings',
    keeps: { notes: 'notes', 'address.line': 'address_line', 'address.landmark': 'landmark' },
  },
  hold_for_caller: { arg: 'items', example: cart },
  hold_slot: { arg: 'items', example: cart, writes: 'booking_places' },
  issue_credit_note: { arg: 'lines', example: [{ line: 1, rupees: 1 }] },
  join_waitlist: { arg: 'request', example: wantedBooking, writes: 'waitlist' },
  list_slots: { arg: 'items', example: cart },
  mark_job: {
    arg: 'mark',
    example: {
      ...{
        id: '',
        kind: 'point',
        made_at: '2026-11-20T06:00:00Z',
        replaces: '2026-11-20T05:00:00Z',
        queued: true,
        point: 'chain',
      },
      ...{ state: 'ok', value: 1, note: 'Dry' },
      ...{ odometer_km: 12_000, fuel: 2, accessories: ['Key'], other_items: 'Cover', damage: 'Scratch' },
      ...{
        line: 1,
        label: 'Idle set',
        done: true,
        not_needed: 'Belt drive',
        answer: 'not_found',
        items: cart,
        to_status: 'in_service',
      },
      ...{ mechanic: 'Sagar', handover_code: '1234', without_code: 'Phone is dead', undo: true },
      ...{ part: usedPart, off: 1, name: 'Brake pads', running: true, checks: ['Brakes'] },
    },
  },
  propose_extra_work: {
    arg: 'items',
    example: [{ name: 'Brake pads', reason: 'Worn', price: 600, minutes: 30 }],
    writes: 'extra_work',
    keeps: { '0.name': 'name', '0.reason': 'reason' },
  },
  quote: { arg: 'items', example: cart },
  report_client_events: {
    arg: 'events',
    example: [
      {
        ...{
          kind: 'error',
          name: 'TypeError',
          app: 'shell',
          version: '1.0.0',
          site_release: '1',
          route: 'catalog:bike',
        },
        ...{ value: 1, canary: false, message: 'It broke' },
      },
    ],
    writes: 'client_reports',
    keeps: { '0.message': 'message' },
    // One line, without control characters.
    cleaned: (words) => words.replaceAll('\u0001', ' '),
  },
  request_callback: {
    arg: 'details',
    example: { bike: 'Bajaj Pulsar 150', pin: '411038', message: 'Call me', website: '' },
    writes: 'callback_requests',
    keeps: { bike: 'bike', message: 'message' },
  },
  request_report_token: { arg: 'versions', example: { shell: '1.0.0' } },
  save_used_parts: {
    arg: 'parts',
    example: [usedPart],
  },
  update_booking: {
    arg: 'changes',
    example: {
      ...{ name: 'Asha Kulkarni Rao', phone: '90000 00012', email: 'asha@example.in', vehicle_number: 'MH 12 ZZ 0042' },
      ...{ chassis_last5: '', odometer_km: 12_000, model_year: 2020, notes: 'Chain is loud' },
    },
  },
};
