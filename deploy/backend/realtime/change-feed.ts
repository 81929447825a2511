import type { Sql } from 'postgres';
import type { Logger } from '../logger.ts';
import type { RowChange } from './deliver-change.ts';
import { isRecord } from './protocol.ts';

// Beyond this many waiting changes, letting all clients reload is cheaper than working off the queue.
const mostWaiting = 10_000;

/**
 * Listens to the triggers' notifications and passes them on one after the other, in commit order. Calls onGap when
 * notifications may have been lost: after a broken connection, or when too many waited.
 */
export async function listenForChanges(
  sql: Sql,
  options: { onChange(change: RowChange): Promise<void>; onGap(): void; logger: Logger },
): Promise<{ close(): Promise<void> }> {
  const waiting: RowChange[] = [];
  let isWorking = false;
  let isClosed = false;
  let wasListening = false;

  async function work(): Promise<void> {
    if (isWorking) return;
    isWorking = true;
    for (let change = waiting.shift(); change && !isClosed; change = waiting.shift()) {
      try {
        await options.onChange(change);
      } catch (error) {
        const code = (error as { code?: string }).code ?? 'no code';
        options.logger.error(`A change of ${change.table} could not be delivered (${code}).`);
      }
    }
    isWorking = false;
  }

  const listening = await sql.listen(
    'backend_changes',
    (message) => {
      const change = readChange(message);
      if (!change || isClosed) return;
      if (waiting.length >= mostWaiting) {
        waiting.length = 0;
        options.onGap();
        return;
      }
      waiting.push(change);
      void work();
    },
    () => {
      if (wasListening && !isClosed) options.onGap();
      wasListening = true;
    },
  );
  return {
    close: async () => {
      isClosed = true;
      await listening.unlisten().catch(() => undefined);
    },
  };
}

function readChange(message: string): RowChange | undefined {
  const value = JSON.parse(message) as unknown;
  if (!isRecord(value) || !isRecord(value['k'])) return undefined;
  const type = value['o'];
  if (type !== 'INSERT' && type !== 'UPDATE' && type !== 'DELETE') return undefined;
  return { schema: String(value['s']), table: String(value['t']), type, key: value['k'], time: String(value['ts']) };
}
