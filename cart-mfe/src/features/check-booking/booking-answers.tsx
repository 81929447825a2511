import { formatDay, formatWindowInWords } from '@twostroke/shared/domain/calendar';
import { Answers, type Answer } from './answers.tsx';
import type { BookingDraft } from '../../model/booking-draft.ts';
import { stepPath } from '../../model/steps.ts';

export interface BookingAnswersProps {
  draft: BookingDraft;
  areaName: string;
  workshopAddress: string;
}

/** Place and time, each with a way to change it; the rest is on the same page. */
export function BookingAnswers({ draft, areaName, workshopAddress }: BookingAnswersProps) {
  const { slot } = draft;
  const answers: Answer[] = [
    {
      label: 'Where',
      value: <Place draft={draft} areaName={areaName} workshopAddress={workshopAddress} />,
      change: { to: stepPath('time'), what: 'place' },
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
  ];
  return <Answers answers={answers} />;
}

function Place({ draft, areaName, workshopAddress }: BookingAnswersProps) {
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
