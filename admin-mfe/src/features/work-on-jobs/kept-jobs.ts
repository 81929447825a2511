import { personalKey } from '@twostroke/shared/contracts/personal-storage';
import { readStored, writeStored } from '@twostroke/shared/state';
import type { WorkshopJob, JobHead } from './job.ts';

/** Jobs that were read while there was a network, for the bay without one. The shell removes them at sign-out. */

const key = personalKey('floor-jobs');

interface KeptJobs {
  jobs: JobHead[];
  details: Record<string, WorkshopJob>;
}

export function keptJobs(): KeptJobs | null {
  return readStored(key, isKept);
}

function isKept(value: unknown): value is KeptJobs {
  if (typeof value !== 'object' || value === null) return false;
  const { jobs, details } = value as Partial<KeptJobs>;
  return Array.isArray(jobs) && typeof details === 'object';
}

/** Keeps the list, and of the jobs only those that are still on it. */
export function keepList(jobs: JobHead[]): void {
  const known = keptJobs()?.details ?? {};
  const details = Object.fromEntries(Object.entries(known).filter(([id]) => jobs.some((job) => job.id === id)));
  writeStored(key, { jobs, details });
}

export function keepJob(job: WorkshopJob): void {
  const kept = keptJobs() ?? { jobs: [], details: {} };
  writeStored(key, { ...kept, details: { ...kept.details, [job.id]: job } });
}
