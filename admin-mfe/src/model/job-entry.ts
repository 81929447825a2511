import type { JobMark } from '@twostroke/shared/contracts/functions';

/** What staff enter of a job: a mark without the id and the time that its sending adds. */
export type Entry = JobMark extends infer Mark ? (Mark extends JobMark ? Omit<Mark, 'id' | 'made_at'> : never) : never;

/** The entries of one kind. */
export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>;
