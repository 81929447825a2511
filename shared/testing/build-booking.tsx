import type { Database } from '../data/database.types.ts';

export type BookingRow = Database['public']['Tables']['service_bookings']['Row'];

/** A row of service_bookings as it is right after booking: Classic 350, General Service and warranty, ₹2,048. */
export function buildBooking(part: Partial<BookingRow> = {}): BookingRow {
  const id = part.id ?? '4f9d2c1b-6f0a-4a53-8a53-0d9a1f0e77aa';
  return {
    id,
    number: id.slice(0, 8),
    request_id: '0b2c5a0e-8f57-4f0e-a7f3-1a8d1a7d9f01',
    user_id: null,
    customer_name: 'Asha Kulkarni',
    phone: '+919000000001',
    email: null,
    brand_slug: 'royal-enfield',
    model_id: 'royal-enfield/classic-350',
    bike_name: 'Royal Enfield Classic 350',
    vehicle_number: 'MH12AB1234',
    mode: 'workshop',
    booking_date: '2026-11-24',
    booking_time: '11:00:00',
    window_end: '13:00:00',
    starts_at: '2026-11-24T05:30:00+00:00',
    minutes: 105,
    windows: 1,
    ready_date: '2026-11-24',
    address_line: null,
    landmark: null,
    area_slug: null,
    pin: null,
    odometer_km: 12000,
    notes: null,
    approval_limit: 300,
    coupon_code: null,
    discount: 0,
    fee: 0,
    moves: 0,
    late_moves: 0,
    late_cancelled: false,
    gstin: null,
    estimated_price: 2048,
    final_price: null,
    status: 'confirmed',
    cancelled_by: null,
    cancel_reason: null,
    mechanic: null,
    created_at: '2026-11-20T04:42:00+00:00',
    updated_at: '2026-11-20T04:42:00+00:00',
    closed_at: null,
    ...part,
  };
}
