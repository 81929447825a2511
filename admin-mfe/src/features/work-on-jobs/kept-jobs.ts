import { personalKey } from '@twostroke/shared/contracts/personal-storage';
import { readStored, writeStored } from '@twostroke/shared/state';
import type { WorkshopJob, JobHead } from './job.ts';

/** Jobs that were read while there was a network, for the bay without one. The shell removes them at sign-out. */

const key = personalKey('floor-jobs');

interface KeptJobs {
  jobs: JobHead[];
  details: Record<string, WorkshopJob>;
  /** When the details were read, ISO 8601: prices may have changed since. */
  readAt?: Record<string, string>;
}

export function keptJobs(): KeptJobs | null {
  return readStored(key, isKept);
}

function isKept(value: unknown): value is KeptJobs {
  if (typeof value !== 'object' || value === null) return false;
  const { jobs, details } = value as Partial<KeptJobs>;
  return Array.isArray(jobs) && typeof details === 'object';
}

/** When a job was read that is kept; null for none. */
export function keptAt(id: string): string | null {
  return keptJobs()?.readAt?.[id] ?? null;
}

/** Keeps the list, and of the jobs only those that are still on it. */
export function keepList(jobs: JobHead[]): void {
  const { details = {}, readAt = {} } = keptJobs() ?? {};
  const onList = <Each>(all: Record<string, Each>): Record<string, Each> =>
    Object.fromEntries(Object.entries(all).filter(([id]) => jobs.some((job) => job.id === id)));
  writeStored(key, { jobs, details: onList(details), readAt: onList(readAt) });
}

export function keepJob(job: WorkshopJob): void {
  const { jobs = [], details = {}, readAt = {} } = keptJobs() ?? {};
  const now = new Date().toISOString();
  writeStored(key, { jobs, details: { ...details, [job.id]: job }, readAt: { ...readAt, [job.id]: now } });
}
