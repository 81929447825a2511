import type { StartWorkers } from '../backend/backend-options.ts';
import { checkOutbox } from './messages/check-outbox.ts';
import type { MessageWorker } from './messages/message-worker.ts';
import { startMessageWorker } from './messages/message-worker.ts';
import { startPaymentInDatabase } from './payments/start-payment.ts';
import type { PaymentOptions } from './payments/start-payments.ts';
import { paymentsOf, startPayments } from './payments/start-payments.ts';

export interface WorkerOptions {
  /** False: other workers send the messages of bookings. Default: this process sends them too. */
  messageWorker?: boolean | undefined;
  /** Default: Razorpay when its keys are in the environment, else the demonstration in a demo shop, else none. */
  payments?: PaymentOptions | undefined;
}

/** Workers that run in the process of the embedded backend: pass the result to `startBackend`. */
export function embeddedWorkers({ messageWorker = true, payments: options }: WorkerOptions = {}): StartWorkers {
  return async ({ sql, workerSql, apiSql, secrets, logger, smsAdapter, mailAdapter, siteUrl, isDemo }) => {
    const payments = await startPayments(
      { owner: sql, worker: workerSql },
      {
        begin: startPaymentInDatabase(apiSql, secrets),
        demonstrationKey: secrets.codeKey,
        logger,
        siteUrl: () => siteUrl().replace(/\/$/, ''),
      },
      options ?? paymentsOf(process.env, isDemo),
    );
    let messages: MessageWorker | undefined;
    let isClosed = false;
    return {
      answerPayments: (call) => payments.answer(call),
      reconcilePayments: () => payments.reconcile(),
      checks: { outbox: () => checkOutbox(workerSql) },
      startMessages() {
        if (messageWorker && !isClosed)
          messages ??= startMessageWorker({ sql: workerSql, smsAdapter, mailAdapter, siteUrl, logger });
      },
      async close() {
        isClosed = true;
        await messages?.close();
        await payments.close();
      },
    };
  };
}
