import { join } from 'node:path';
import { silentLogger } from '../../backend/logger.ts';
import { readPostmasterFile } from '../../backend/postgres/orphaned-server.ts';
import { startBackend } from '../../backend/start-backend.ts';
import { poll } from '../../backend/testing/poll.ts';
import { tempFolder } from '../../supabase/tests/temp-folder.ts';
import { printFigures } from './figures.ts';

/** Kills the embedded Postgres of a running backend several times and prints how long the API does not answer. */
export async function measure({ runs }: { runs: string }): Promise<void> {
  const folder = tempFolder();
  const dataFolder = join(folder.path, 'data');
  const backend = await startBackend({ seed: 'demo', dataFolder, logger: silentLogger });
  try {
    const { url } = await backend.listen(0);
    const address = `${url}/rest/v1/brands?select=slug&limit=1`;
    const isAnswered = async () => (await fetch(address, { headers: { apikey: backend.anonKey } })).status === 200;
    const seconds: number[] = [];
    for (let run = 0; run < Number(runs); run += 1) {
      await poll('an answer', isAnswered);
      process.kill(readPostmasterFile(join(dataFolder, 'postgres'))!.pid, 'SIGKILL');
      const killedAt = performance.now();
      await poll('the end of the server', async () => !(await isAnswered()));
      await poll('an answer again', isAnswered);
      seconds.push((performance.now() - killedAt) / 1000);
    }
    seconds.sort((a, b) => a - b);
    const median = seconds[Math.floor(seconds.length / 2)]!;
    printFigures('restart', [
      ['Postgres killed until the API answers again, median', `${median.toFixed(1)} s`, '<= 5 s'],
      ['the same, longest', `${seconds.at(-1)!.toFixed(1)} s`, '<= 5 s'],
    ]);
  } finally {
    await backend.close();
    folder.remove();
  }
}
