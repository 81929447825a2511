import { formatDay, formatWindowInWords } from '@twostroke/shared/domain/calendar';
import { formatRupees } from '@twostroke/shared/domain/money';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { parseChassis } from '@twostroke/shared/domain/vehicle-number';
import type { SelectedVehicle } from '@twostroke/shared/domain/vehicle';
import { Answers, type Answer } from './answers.tsx';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import type { BookingDraft } from '../../model/booking-draft.ts';
import type { Quote } from '@twostroke/shared/api/quote';
import { stepPath } from '../../model/steps.ts';

export interface BookingAnswersProps {
  draft: BookingDraft;
  vehicle: SelectedVehicle;
  /** Null while it loads. */
  quote: Quote | null;
  areaName: string;
  workshopAddress: string;
}

/** Everything that was answered, each with a way to change it. */
export function BookingAnswers({ draft, vehicle, quote, areaName, workshopAddress }: BookingAnswersProps) {
  const { details, slot } = draft;
  const [service, ...extras] = (quote?.lines ?? []).filter(({ package_type }) => package_type !== 'pickup');
  const modelYear = details.modelYear?.trim();
  const answers: Answer[] = [
    {
      label: 'Bike',
      value: (
        <>
          <b>
            {vehicle.brand.name} {vehicle.model.name}
          </b>
          <br />
          {modelYear && (
            <>
              {modelYear} model
              <br />
            </>
          )}
          {details.plateNotIssued ? noPlateWords(details.chassisLast5) : <PlateNumber number={details.vehicleNumber} />}
        </>
      ),
      change: { to: stepPath('services'), what: 'bike' },
    },
    {
      label: 'Service',
      value: (
        <>
          <b>{service?.name ?? 'Loading'}</b>
          {extras.map((line) => (
            <span key={line.item_id}>
              <br />
              {line.quantity > 1 ? `${line.quantity} × ${line.name}` : line.name}
            </span>
          ))}
        </>
      ),
      change: { to: stepPath('services'), what: 'service' },
    },
    {
      label: 'Where',
      value: <Place draft={draft} areaName={areaName} workshopAddress={workshopAddress} />,
      change: { to: stepPath('place'), what: 'place' },
    },
    {
      label: 'When',
      value: slot && (
        <b>
          {formatDay(slot.date)}, between {formatWindowInWords(slot.start, slot.end)}
        </b>
      ),
      change: { to: stepPath('time'), what: 'day and time' },
    },
    {
      label: 'You',
      value: (
        <>
          <b>{details.name}</b>
          <br />
          {formatPhone(details.phone)}
          {details.email && (
            <>
              <br />
              {details.email}
            </>
          )}
        </>
      ),
      change: { to: stepPath('you'), what: 'your details' },
    },
    {
      label: 'Extra work without asking',
      value:
        details.approvalLimit === 0 ? (
          <b>Nothing: we ask you first</b>
        ) : (
          <>
            <b>Up to {formatRupees(details.approvalLimit)}</b>
            <br />
            Above that we ask you first
          </>
        ),
      change: { to: stepPath('you'), what: 'limit' },
    },
    ...(details.notes.trim()
      ? [{ label: 'Your note', value: details.notes.trim(), change: { to: stepPath('you'), what: 'note' } }]
      : []),
  ];
  return <Answers answers={answers} />;
}

function noPlateWords(chassis = ''): string {
  const last5 = parseChassis(chassis);
  return last5 ? `Plate not issued yet, chassis ends in ${last5}` : 'Plate not issued yet';
}

function Place({ draft, areaName, workshopAddress }: Omit<BookingAnswersProps, 'vehicle' | 'quote'>) {
  const { mode, address } = draft;
  if (mode === 'workshop')
    return (
      <>
        <b>At the workshop</b>
        <br />
        {workshopAddress}
      </>
    );
  return (
    <>
      <b>{mode === 'pickup' ? 'Pickup and drop' : 'At your gate'}</b>
      <br />
      {address.line}, {areaName} {address.pin}
      {address.landmark && (
        <>
          <br />
          Landmark: {address.landmark}
        </>
      )}
    </>
  );
}
