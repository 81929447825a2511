import { isOfPoint, lineOfPoints, type ExtraWork } from '@twostroke/shared/domain/extra-work';
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

export const concernAnswers = ['found_and_fixed', 'found_see_line', 'not_found'] as const;

/** A priced line that a finding proposes. */
export interface Proposal extends ExtraWorkProposal {
  name: string;
  price: number;
  minutes: number;
}

/** A line whose price is typed. */
export type UnpricedLine = Required<Pick<ExtraWorkProposal, 'name' | 'reason' | 'urgency'>>;

/** Whether it needs work, now or soon. */
export const isDue = <Each extends { state: PointState }>(
  point: Each,
): point is Each & { state: 'due_now' | 'due_later' } => point.state === 'due_now' || point.state === 'due_later';

/** A package or add-on of the price list, with its price for this bike. */
export type PricedWork = FoundJob['offers'][number];

const offerOf = ({ offers }: Pick<FoundJob, 'offers'>, point: InspectionPoint): PricedWork | undefined =>
  offers.find(({ item_id }) => item_id === point.item_id);

/** The findings that one line puts right: each of its own place has a line, all others of an item share one. */
const pointsOf = ({ inspection }: Pick<FoundJob, 'inspection'>, point: InspectionPoint, offer: PricedWork) =>
  offer.per_place ? [point].filter(isDue) : inspection.filter(isDue).filter(({ item_id }) => item_id === offer.item_id);

/** The line that a finding proposes; null for a point that is fine, is in the booked work, or has no price for this bike. */
export function proposalOf(job: FoundJob, point: InspectionPoint): Proposal | null {
  const offer = offerOf(job, point);
  if (!isDue(point) || !offer || offer.included_in) return null;
  const points = pointsOf(job, point, offer);
  const reasons = points.map((each) => (points.length > 1 ? `${each.label}: ${reasonOf(each)}` : reasonOf(each)));
  return {
    item: offer.item_id,
    name: lineOfPoints(points, offer.name),
    reason: reasons.join('; ').slice(0, 300),
    price: offer.price,
    minutes: offer.minutes,
    urgency: points.some(({ state }) => state === 'due_now') ? 'due_now' : 'due_later',
  };
}

/** Why a finding needs no line of its own: "In the General Service: no line needed". Null when it needs one. */
export function noLineWords(job: FoundJob, point: InspectionPoint): string | null {
  const offer = offerOf(job, point);
  if (!isDue(point) || !offer) return null;
  if (offer.included_in) return includedWords(offer.included_in);
  const [first] = pointsOf(job, point, offer);
  return first && first.point !== point.point ? `In one line with ${first.label}` : null;
}

const includedWords = (booked: string): string => `In the ${booked}: no line needed`;

/** Why work of the price list is not proposed beside what is booked and proposed; null when it may be. */
export function takenWords({ extra_work }: Pick<FoundJob, 'extra_work'>, work: PricedWork): string | null {
  if (work.included_in) return includedWords(work.included_in);
  const isOpen = ({ item_id, status }: ExtraWork): boolean =>
    item_id === work.item_id && (status === 'proposed' || status === 'approved');
  return !work.per_place && extra_work.some(isOpen) ? 'Proposed already' : null;
}

/** The line of a finding that has no price in the list: its price is typed. Null for a point that is fine. */
export function unpricedLine(point: InspectionPoint): UnpricedLine | null {
  return isDue(point) ? { name: point.label, reason: reasonOf(point), urgency: point.state } : null;
}

/** What was measured, against its limit; else what was seen. */
function reasonOf({ note, value, unit, hint, state }: InspectionPoint): string {
  const measured = value === null ? null : `${value} ${unit ?? ''}`.trim();
  const parts = [note, measured && (hint ? `${measured}, ${hint}` : measured)].filter(Boolean);
  return parts.join('. ') || urgencyWords[state === 'due_now' ? 'due_now' : 'due_later'];
}

/** The reason of proposed work when the mechanic gives none. */
export const urgencyWords = { due_now: 'Due now', due_later: 'Due soon' };

/** The line of a point that was proposed before, there or at another point that the same work puts right. */
export function proposedLine(
  job: Pick<FoundJob, 'extra_work' | 'offers'>,
  point: InspectionPoint,
): ExtraWork | undefined {
  const shared = isDue(point) && offerOf(job, point)?.per_place === false ? point.item_id : null;
  return job.extra_work.find((line) => isOfPoint(line, point) || (shared !== null && line.item_id === shared));
}

/** Lines that no point of the inspection has proposed: in somebody's own words, or from the office. */
export function ownLines(job: FoundJob): ExtraWork[] {
  const ofPoints = job.inspection.map((point) => proposedLine(job, point));
  return job.extra_work.filter((line) => !ofPoints.includes(line));
}

/** Findings with a price that were not proposed yet. */
export function toPropose(job: FoundJob): Proposal[] {
  return job.inspection.flatMap((point) => {
    const proposal = proposedLine(job, point) || noLineWords(job, point) ? null : proposalOf(job, point);
    return proposal ? [proposal] : [];
  });
}

/** Whether the limit approves a line when all that is found is sent: each line takes what those before it have left. */
export function isWithinLimit(
  job: FoundJob & Pick<WorkshopJob, 'limit_used' | 'approval_limit'>,
  { name }: Pick<Proposal, 'name'>,
): boolean {
  let left = job.approval_limit - job.limit_used;
  for (const line of toPropose(job)) {
    const isWithin = line.price <= left;
    if (line.name === name) return isWithin;
    if (isWithin) left -= line.price;
  }
  return false;
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
