/** The customer who is signed in. */
export const session = {
  status: 'signed-in',
  user: { id: 'user-1', email: 'asha@example.com', phone: null, fullName: 'Asha' },
  isAdmin: false,
} as const;

/** A booking far ahead of any clock the test may run on. */
export const booking = {
  id: '4f9c21ab-1111-4222-8333-444455556666',
  number: '4f9c21ab',
  status: 'confirmed',
  bike_name: 'Royal Enfield Classic 350',
  brand_slug: 'royal-enfield',
  model_id: 'royal-enfield/classic-350',
  vehicle_number: 'MH12ZZ0042',
  mode: 'doorstep',
  booking_date: '2090-11-18',
  booking_time: '11:00:00',
  window_end: '13:00:00',
  starts_at: '2090-11-18T05:30:00+00:00',
  ready_date: '2090-11-18',
  address_line: '12 Rose Villa',
  landmark: null,
  approval_limit: 500,
  estimated_price: 2048,
  final_price: null as number | null,
  coupon_code: null,
  discount: 0,
  fee: 0,
  mechanic: null as string | null,
  cancelled_by: null,
  areas: { name: 'Kondhwa' },
  booking_items: [
    {
      item_id: 'general-service',
      name: 'General Service',
      package_type: 'primary',
      quantity: 1,
      price: 1699,
      position: 1,
    },
    { item_id: 'extended-warranty', name: 'Warranty', package_type: 'addon', quantity: 1, price: 349, position: 2 },
  ],
  booking_events: [
    {
      at: '2026-11-20T04:42:00+00:00',
      from_status: null as string | null,
      to_status: 'confirmed',
      note: null,
      moved_from: null as string | null,
      fee: 0,
      actor: 'customer',
      kind: 'status',
      data: {},
    },
  ],
  extra_work: [] as object[],
};

/** Possible changes of an upcoming booking and their cost. */
export const terms = {
  free_until: '2090-11-18T03:30:00+00:00',
  late: false,
  can_cancel: true,
  cancel_fee: 0,
  can_move: true,
  cancel_credit: 0,
  move_fee: 0,
  move_credit: 0,
  can_pick_up: false,
  weather: false,
};

/** A second booking, later than the first. */
export const later = {
  ...booking,
  id: '7be0d3f2-1111-4222-8333-444455556666',
  number: '7be0d3f2',
  starts_at: '2090-12-06T05:30:00+00:00',
};

/** A booking that is over. */
export const done = {
  ...booking,
  id: '11111111-1111-4222-8333-444455556666',
  number: '11111111',
  status: 'completed',
  final_price: 2447,
  booking_date: '2026-01-05',
  starts_at: '2026-01-05T05:30:00+00:00',
};

/** The checklist of a booking that is over. */
export const workDone = [
  { line: 1, group_name: 'Brakes', label: 'Front brake adjusted', done_at: '2026-11-20T06:00:00Z', not_needed: null },
];

/** The one time that is free for a booking that moves. */
export const freeTimes = {
  today: '2090-11-18',
  minutes: 105,
  windows: 1,
  two_day: false,
  last_day: '2090-11-20',
  days: [
    {
      date: '2090-11-20',
      closed: null,
      note: null,
      windows: [{ start: '14:00', end: '16:00', free: 1, places: 3, why: null }],
    },
  ],
};
