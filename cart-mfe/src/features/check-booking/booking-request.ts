import { parseModelYear, parseOdometer, collapseSpaces } from '@twostroke/shared/domain/booking-form';
import { parseName } from '@twostroke/shared/domain/person-name';
import { parsePhone } from '@twostroke/shared/domain/phone';
import { parsePin } from '@twostroke/shared/domain/pin';
import { parseChassis, parseVehicleNumber } from '@twostroke/shared/domain/vehicle-number';
import type { BookingDraft } from '../../model/booking-draft.ts';
import type { Job } from '../../model/job.ts';

/**
 * What is sent for a draft: normalised values, and the total the customer agreed to.
 * @param website the honeypot field, which people never see
 * @param proof shows that the number was proven in this browser
 */
export function bookingRequest(
  draft: BookingDraft,
  job: Job,
  expectedTotal: number,
  { website, proof }: { website: string; proof: string | undefined },
) {
  const { requestId, slot, address, details, coupon, payBy, gstin } = draft;
  const email = details.email.trim();
  const odometer = parseOdometer(details.odometer);
  const modelYear = parseModelYear(details.modelYear ?? '');
  const notes = details.notes.trim();
  const chassis = details.plateNotIssued ? parseChassis(details.chassisLast5 ?? '') : null;
  const plate = parseVehicleNumber(details.vehicleNumber);
  return {
    request_id: requestId,
    model: job.model,
    items: job.items,
    mode: job.mode,
    date: slot?.date ?? '',
    time: slot?.start ?? '',
    name: parseName(details.name) ?? details.name,
    phone: parsePhone(details.phone) ?? details.phone,
    ...(email ? { email } : {}),
    ...(plate ? { vehicle_number: plate } : { plate_not_issued: details.plateNotIssued }),
    ...(chassis ? { chassis_last5: chassis } : {}),
    ...(job.mode === 'workshop'
      ? {}
      : {
          address: {
            line: collapseSpaces(address.line),
            landmark: collapseSpaces(address.landmark),
            area: address.area,
            pin: parsePin(address.pin) ?? address.pin,
          },
        }),
    ...(odometer === null ? {} : { odometer_km: odometer }),
    ...(modelYear === null ? {} : { model_year: modelYear }),
    ...(notes ? { notes } : {}),
    approval_limit: details.approvalLimit,
    ...(coupon ? { coupon } : {}),
    ...(gstin ? { gstin } : {}),
    payment: payBy ?? 'after_service',
    expected_total: expectedTotal,
    ...(proof ? { proof } : {}),
    ...(website ? { website } : {}),
  };
}
