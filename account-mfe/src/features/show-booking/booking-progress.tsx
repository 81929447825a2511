import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import type { ShownBooking } from '../../model/booking.ts';
import { bookingSteps } from './booking-steps.ts';
import { Timeline } from './timeline.tsx';

/** How far the work is. Nothing before its first event. */
export function BookingProgress({ booking, today }: { booking: ShownBooking; today: string }) {
  const steps = bookingSteps(booking, today);
  if (booking.events.length === 0) return null;
  return (
    <JobCard as="section" aria-label="How far it is">
      <JobCardHead title="How far it is" />
      <JobCardBody>
        <Timeline items={steps} />
      </JobCardBody>
    </JobCard>
  );
}
