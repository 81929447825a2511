import postgres from 'postgres';

/** A statement that ran inside another, as Postgres explained it. */
export interface NestedPlan {
  ms: number;
  query: string;
  plan: string;
}

/**
 * Runs one statement and returns the plans of everything that ran inside it, functions and triggers too, in order:
 * `explain` shows a function as one line. The statement is rolled back.
 * @param databaseUrl as a superuser, who may load auto_explain
 */
export async function explainNested(
  databaseUrl: string,
  run: (sql: postgres.TransactionSql) => PromiseLike<unknown>,
): Promise<NestedPlan[]> {
  const plans: NestedPlan[] = [];
  const sql = postgres(databaseUrl, {
    max: 1,
    onnotice: ({ message = '' }) => {
      const ms = /^duration: ([\d.]+) ms +plan:/.exec(message)?.[1];
      const start = message.search(/^\w.*\(cost=/m);
      if (!ms || start < 0) return;
      const query = message.slice(message.indexOf('Query Text:') + 'Query Text:'.length, start);
      plans.push({ ms: Number(ms), query: query.replaceAll(/\s+/g, ' ').trim(), plan: message.slice(start) });
    },
  });
  const undo = new Error('undone');
  try {
    await sql
      .begin(async (tx) => {
        await tx`load 'auto_explain'`;
        // The first call of a connection includes planning, so a later one is explained.
        await tx
          .savepoint(async (first) => {
            await run(first);
            throw undo;
          })
          .catch(onlyUndo);
        await tx.unsafe(`
        set local auto_explain.log_min_duration = 0;
        set local auto_explain.log_nested_statements = on;
        set local auto_explain.log_analyze = on;
        set local auto_explain.log_buffers = on;
        set local client_min_messages = log`);
        await run(tx);
        throw undo;
      })
      .catch(onlyUndo);
  } finally {
    await sql.end();
  }
  return plans;

  function onlyUndo(error: unknown): void {
    if (error !== undo) throw error;
  }
}
