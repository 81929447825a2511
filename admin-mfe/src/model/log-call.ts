import { callRpc } from '@twostroke/shared/client';
import type { FunctionArguments } from '@twostroke/shared/contracts/functions';
import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** How a call ended, as staff enter it. A booking enters itself. */
export type CallEnd = Exclude<DatabaseEnum<'call_outcome'>, 'booked'>;

type Logged = Omit<FunctionArguments<'log_call'>, 'outcome'> & { outcome: CallEnd };

/** Writes down a call to a number, or one that answers a request. @throws AppError */
export async function logCall(call: Logged): Promise<void> {
  await callRpc('log_call', call);
}
