import { isOfPoint, type ExtraWork } from '@twostroke/shared/domain/extra-work';
import { formatRupees } from '@twostroke/shared/domain/money';
import type { ExtraWorkProposal } from '@twostroke/shared/contracts/functions';
import type { InspectionPoint } from '@twostroke/shared/contracts/answers/inspection';
import type { WorkshopJob } from '@twostroke/shared/contracts/answers/job';

type PointState = InspectionPoint['state'];

/** What a finding needs of a job to become a line. */
export type FoundJob = Pick<WorkshopJob, 'inspection' | 'offers'> & { extra_work: readonly ExtraWork[] };

/** What the mechanic reads under a lamp; customers read "Not checked". */
export const pointWords: Readonly<Record<PointState, string>> = {
  ok: 'Fine',
  due_later: 'Soon',
  due_now: 'Now',
  not_checked: 'Not yet',
};

/** The answers to what the customer wrote. */
export const answerWords: Readonly<Record<NonNullable<WorkshopJob['checklist'][number]['answer']>, string>> = {
  found_and_fixed: 'Found, fixed',
  found_see_line: 'Found, see line',
  not_found: 'Not found',
};

/** A priced line that a finding proposes. */
export interface Proposal extends ExtraWorkProposal {
  name: string;
  price: number;
  minutes: number;
}

/** A line whose price is typed. */
export type UnpricedLine = Required<Pick<ExtraWorkProposal, 'name' | 'reason' | 'urgency'>>;

/** The name of a line says where it was found, so that front and rear are two lines. */
const nameOf = (point: InspectionPoint, offer: { name: string }): string =>
  `${point.label}: ${offer.name}`.slice(0, 80);

/** Whether it needs work, now or soon. */
export const isDue = <Each extends { state: PointState }>(
  point: Each,
): point is Each & { state: 'due_now' | 'due_later' } => point.state === 'due_now' || point.state === 'due_later';

/** The line that a finding proposes; null for a point that is fine, is in the booked work, or has no price for this bike. */
export function proposalOf({ offers }: Pick<FoundJob, 'offers'>, point: InspectionPoint): Proposal | null {
  if (!isDue(point)) return null;
  const offer = offers.find(({ item_id }) => item_id === point.item_id);
  if (!offer || offer.included_in) return null;
  return {
    item: offer.item_id,
    name: nameOf(point, offer),
    reason: reasonOf(point),
    price: offer.price,
    minutes: offer.minutes,
    urgency: point.state,
  };
}

/** Why a finding needs no line of its own: "In the General Service: no line needed". Null when it needs one. */
export function noLineWords({ offers }: Pick<FoundJob, 'offers'>, point: InspectionPoint): string | null {
  if (!isDue(point)) return null;
  const offer = offers.find(({ item_id }) => item_id === point.item_id);
  return offer?.included_in ? `In the ${offer.included_in}: no line needed` : null;
}

/** The line of a finding that has no price in the list: its price is typed. Null for a point that is fine. */
export function unpricedLine(point: InspectionPoint): UnpricedLine | null {
  return isDue(point) ? { name: point.label, reason: reasonOf(point), urgency: point.state } : null;
}

/** What was measured, against its limit; else what was seen. */
function reasonOf({ note, value, unit, hint, state }: InspectionPoint): string {
  const measured = value === null ? null : `${value} ${unit ?? ''}`.trim();
  const parts = [note, measured && (hint ? `${measured}, ${hint}` : measured)].filter(Boolean);
  return parts.join('. ') || (state === 'due_now' ? 'Due now' : 'Due soon');
}

/** The line of a point that was proposed before. */
export function proposedLine(
  { extra_work }: Pick<FoundJob, 'extra_work'>,
  point: InspectionPoint,
): ExtraWork | undefined {
  return extra_work.find((line) => isOfPoint(line, point));
}

/** Lines that no point of the inspection has proposed: in somebody's own words, or from the office. */
export function ownLines(job: FoundJob): ExtraWork[] {
  const ofPoints = job.inspection.map((point) => proposedLine(job, point));
  return job.extra_work.filter((line) => !ofPoints.includes(line));
}

/** Findings with a price that were not proposed yet. */
export function toPropose(job: FoundJob): Proposal[] {
  return job.inspection.flatMap((point) => {
    const proposal = proposedLine(job, point) ? null : proposalOf(job, point);
    return proposal ? [proposal] : [];
  });
}

/** "Send 2 lines, ₹1,398". */
export function sendWords(lines: readonly Proposal[]): string {
  const sum = lines.reduce((total, { price }) => total + price, 0);
  return `Send ${lines.length === 1 ? '1 line' : `${lines.length} lines`}, ${formatRupees(sum)}`;
}

/** "5 of 12 checked: 1 now, 2 soon". */
export function checkedWords(points: readonly InspectionPoint[]): string {
  const count = (state: PointState): number => points.filter((point) => point.state === state).length;
  const found = [
    [count('due_now'), 'now'],
    [count('due_later'), 'soon'],
  ]
    .filter(([times]) => times !== 0)
    .map(([times, word]) => `${times} ${word}`);
  const checked = points.length - count('not_checked');
  return `${checked} of ${points.length} checked${found.length > 0 ? `: ${found.join(', ')}` : ''}`;
}

/** Points in their groups, in the order of the list. */
export function inGroups<Each extends { group_name: string }>(points: readonly Each[]): [string, Each[]][] {
  const groups = new Map<string, Each[]>();
  for (const point of points) groups.set(point.group_name, [...(groups.get(point.group_name) ?? []), point]);
  return [...groups];
}
