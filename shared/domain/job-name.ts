import type { DatabaseEnum } from './database-enum.ts';

/** The job of a booking in a few words: its package, or the first item that was booked. */
export function jobName(items: readonly { name: string; package_type: DatabaseEnum<'item_type'> }[]): string {
  return (items.find((item) => item.package_type === 'primary') ?? items[0])?.name ?? 'Service';
}
