import { cart } from './booking-request.ts';
import type { JsonObject } from './open-database.ts';

/** An address that we serve. */
export const address = { line: 'B-1204, Sample Heights', area: 'kondhwa', pin: '411048' };

/** Invalid values in a request, and the answer to each. */
export const wrongFields: [JsonObject, string][] = [
  [{ request_id: 'x' }, 'PT422 request'],
  [{ model: 'honda/none' }, 'PT422 model'],
  [{ mode: 'moon' }, 'PT422 mode'],
  [{ name: '4sha' }, 'PT422 name'],
  [{ phone: '98220123' }, 'PT422 phone'],
  [{ email: 'asha@home' }, 'PT422 email'],
  [{ vehicle_number: 'XX12AB1234' }, 'PT422 vehicle_number'],
  [{ vehicle_number: '' }, 'PT422 vehicle_number'],
  ...['1234', '123456', 'AB1I2', 'ABO12', 'AQ123', 'AB 1_2', 'अआइईउ'].map((chassis_last5): [JsonObject, string] => [
    { vehicle_number: '', plate_not_issued: true, chassis_last5 },
    'PT422 chassis_last5',
  ]),
  [{ address: undefined }, 'PT422 address'],
  [{ address: 'Kondhwa' }, 'PT422 address'],
  [{ address: { ...address, line: 'B' } }, 'PT422 address'],
  [{ address: { ...address, line: 'B'.repeat(121) } }, 'PT422 address'],
  [{ address: { ...address, landmark: 'l'.repeat(81) } }, 'PT422 landmark'],
  [{ address: { ...address, area: 'mumbai' } }, 'PT422 area'],
  [{ address: { ...address, pin: '411038' } }, 'PT422 pin'],
  [{ odometer_km: 300001 }, 'PT422 odometer_km'],
  [{ odometer_km: '-5' }, 'PT422 odometer_km'],
  [{ odometer_km: 'many' }, 'PT422 odometer_km'],
  ...[1989, 2028, 'abc', 2020.5].map((model_year): [JsonObject, string] => [
    { model_year },
    'PT422 model_year {"to": 2027, "from": 1990}',
  ]),
  [{ notes: 'n'.repeat(501) }, 'PT422 notes {"max": 500}'],
  [{ approval_limit: 400 }, 'PT422 approval_limit {"limits": [0, 300, 500, 1000]}'],
  [{ items: [] }, 'PT422 items_refused primary_missing'],
  [{ items: cart('foam-wash') }, 'PT422 items_refused primary_missing'],
  [{ mode: 'doorstep', items: cart('comprehensive-service') }, 'PT422 items_refused mode_not_offered'],
  [
    { items: cart('oil-change', 'engine-flush'), expected_total: 1228, odometer_km: 9000 },
    'PT422 too_few_km {"name": "Engine flush", "from_km": 10000}',
  ],
  [{ website: 'http://spam.example' }, 'PT422 website'],
];
