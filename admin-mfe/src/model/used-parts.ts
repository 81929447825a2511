import { formatRupees } from '@twostroke/shared/domain/money';
import type { UsedPart } from '@twostroke/shared/contracts/answers/booking';
import type { UsedPartEntry } from '@twostroke/shared/contracts/functions';
import { messages } from '../messages.ts';

/* What was used on a job, for the floor and the desk. */

export type { UsedPart, UsedPartEntry };
export type PartKind = UsedPart['kind'];

interface KindOfPart {
  label: string;
  /** What it usually is. */
  name: string;
  /** The usual HSN code; it can be changed. */
  hsn: string;
  unit: UsedPart['unit'];
}

export const partKinds: Readonly<Record<PartKind, KindOfPart>> = {
  part: { label: 'Part', name: '', hsn: '87141090', unit: 'piece' },
  oil: { label: 'Oil', name: 'Engine oil', hsn: '27101972', unit: 'litre' },
  consumable: { label: 'Consumable', name: '', hsn: '34031900', unit: 'piece' },
  battery_back: { label: 'Old battery taken back', name: 'Old battery', hsn: '85071000', unit: 'piece' },
};

/** While a bike is with the shop, parts are written down. */
export const isAtWork = (status: string): boolean =>
  ['inspecting', 'awaiting_approval', 'in_service', 'quality_check', 'ready'].includes(status);

const units: Readonly<Record<UsedPart['unit'], string>> = { piece: '×', litre: 'l', set: 'sets', pair: 'pairs' };

/** "Engine oil, Motul 15W-50, 2.3 l". */
export function partWords({ name, make, grade, part_number, quantity, unit }: UsedPart): string {
  const amount = unit === 'piece' ? (quantity === 1 ? '' : `× ${quantity}`) : `${quantity}\u00a0${units[unit]}`;
  return [name, [make, grade].filter(Boolean).join(' '), part_number, amount].filter(Boolean).join(', ');
}

/** "included", "₹450 of the price", "−₹300". */
export function partPrice({ kind, price }: Pick<UsedPart, 'kind' | 'price'>): string {
  if (kind === 'battery_back') return formatRupees(-price);
  return price === 0 ? 'included' : `${formatRupees(price)} of the price`;
}

/** An entry of the list before the database has answered. */
export function asWaitingPart(entry: UsedPartEntry): UsedPart {
  return {
    position: 0,
    kind: entry.kind,
    name: entry.name,
    make: entry.make ?? null,
    part_number: entry.part_number ?? null,
    grade: entry.grade ?? null,
    hsn: entry.hsn,
    quantity: entry.quantity,
    unit: entry.unit ?? 'piece',
    price: entry.price ?? 0,
    extra_work_id: entry.extra_work_id ?? null,
  };
}

/** The bill names the make of each part and the brand of oil. */
export const hasMake = (kind: PartKind): boolean => kind === 'part' || kind === 'oil';

export type TypedPart = Readonly<
  Record<'name' | 'make' | 'part_number' | 'grade' | 'quantity' | 'price' | 'hsn', string>
>;

/** Validation errors of what was typed, by field. */
export function partErrors(kind: PartKind, typed: TypedPart): Partial<Record<keyof TypedPart, string>> {
  const price = typed.price === '' ? '0' : typed.price;
  const isFree = kind === 'battery_back' && Number(price) === 0;
  return {
    ...(typed.name.length < 2 && { name: messages.part_name }),
    ...(hasMake(kind) && typed.make === '' && { make: messages.part_make }),
    ...(kind === 'oil' && typed.grade === '' && { grade: messages.part_grade }),
    ...(!(/^\d{1,4}(\.\d{1,2})?$/.test(typed.quantity) && Number(typed.quantity) > 0) && {
      quantity: messages.part_quantity,
    }),
    ...((!/^\d{1,6}$/.test(price) || isFree) && { price: messages.part_price({ left: null }) }),
    ...(!/^(?!8708)\d{4,8}$/.test(typed.hsn) && { hsn: messages.part_hsn }),
  };
}

/** Engine oil that the work includes, as it is asked for before a bike is ready. */
export const engineOil = (typed: Pick<TypedPart, 'make' | 'grade' | 'quantity'>): TypedPart => ({
  ...{ name: partKinds.oil.name, hsn: partKinds.oil.hsn, part_number: '', price: '' },
  ...typed,
});

/** What was typed, as it is sent. @param work the extra work that it is billed with, or empty */
export function partEntry(kind: PartKind, typed: TypedPart, work: string): UsedPartEntry {
  const price = Number(typed.price);
  return {
    kind,
    name: typed.name,
    hsn: typed.hsn,
    quantity: Number(typed.quantity),
    unit: partKinds[kind].unit,
    ...(typed.make && { make: typed.make }),
    ...(kind === 'part' && typed.part_number && { part_number: typed.part_number }),
    ...(kind === 'oil' && typed.grade && { grade: typed.grade }),
    ...(price > 0 && { price }),
    ...(price > 0 && work && kind !== 'battery_back' && { extra_work_id: work }),
  };
}
