// Locks a data folder in a process of its own and keeps it until its input ends. Prints 'locked' or the error.
import { lockDataFolder } from '../postgres/data-lock.ts';

try {
  const lock = lockDataFolder(process.argv[2] ?? '');
  console.log('locked');
  process.stdin.resume().on('end', () => lock.release());
} catch (error) {
  console.log(error instanceof Error ? error.message : String(error));
}
