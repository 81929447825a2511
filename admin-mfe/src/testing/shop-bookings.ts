/** A doorstep visit on Saturday, confirmed the day before. */
export const today = {
  id: '4f9c21ab-1111-4222-8333-444455556666',
  number: '4f9c21ab',
  status: 'confirmed',
  customer_name: 'Asha Kulkarni',
  phone: '+919000000012' as string | null,
  email: null as string | null,
  bike_name: 'Royal Enfield Classic 350',
  vehicle_number: 'MH12ZZ0042',
  mode: 'doorstep',
  booking_date: '2026-11-21',
  booking_time: '11:00:00',
  window_end: '13:00:00',
  ready_date: '2026-11-21',
  ready_time: null as string | null,
  minutes: 105,
  address_line: '12 Rose Villa, NIBM Road',
  landmark: 'Opposite the bakery',
  pin: '411048',
  odometer_km: 12450,
  model_year: 2021,
  notes: 'Front brake squeaks.',
  approval_limit: 500,
  estimated_price: 1699,
  final_price: null,
  mechanic: null as string | null,
  cancelled_by: null,
  area_slug: 'kondhwa',
  areas: { name: 'Kondhwa' },
  models: { drive: 'chain', front_brake: 'disc', rear_brake: 'disc' },
  model_id: 'royal-enfield/classic-350',
  coupon_code: null as string | null,
  discount: 0,
  gstin: null as string | null,
  fee: 0,
  booking_items: [
    { item_id: 'general-service', name: 'General Service', package_type: 'primary', quantity: 1, price: 1699 },
  ],
  booking_events: [
    {
      id: 1,
      at: '2026-11-20T04:42:00+00:00',
      actor: 'customer',
      actor_id: null as string | null,
      from_status: null as string | null,
      to_status: 'confirmed',
      note: null as string | null,
      moved_from: null,
      fee: 0,
      kind: 'status',
      data: {} as object,
    },
  ],
  extra_work: [] as object[],
  chassis_last5: null as string | null,
  booking_checklist: [] as object[],
  message_outbox: [] as object[],
};

export const tomorrow = {
  ...today,
  id: '7be0d3f2-1111-4222-8333-444455556666',
  number: '7be0d3f2',
  booking_date: '2026-11-22',
  vehicle_number: 'MH14ZZ0029',
};

/** A booking of the shop, with all its parts. */
export type ShopBooking = Omit<typeof today, 'phone' | 'vehicle_number' | 'final_price'> & {
  phone: string | null;
  vehicle_number: string | null;
  final_price: number | null;
};
