import { read } from '@twostroke/shared/client';
import type { Duty } from './duty.ts';

/** A person of the shop, as everyone who works there reads them. */
export interface Colleague {
  user_id: string;
  name: string;
  duty: Duty;
  /** False: the person left. The name stays for the history. */
  active: boolean;
}

/** Everyone who works or worked in the shop. @throws AppError */
export async function readColleagues(): Promise<Colleague[]> {
  return read((db) => db.from('colleagues').select('user_id,name,duty,active').order('name'));
}

/** The names of the people of the shop, by their account. @throws AppError */
export async function readNames(): Promise<Record<string, string>> {
  return Object.fromEntries((await readColleagues()).map(({ user_id, name }) => [user_id, name]));
}

/** Whether a person can be given jobs. */
export function isGivenJobs({ active, duty }: Colleague): boolean {
  return active && (duty === 'mechanic' || duty === 'foreman');
}

/** Names of the people who can be assigned a job. */
export function whoWorks(colleagues: readonly Colleague[]): string[] {
  return colleagues.filter(isGivenJobs).map(({ name }) => name);
}
