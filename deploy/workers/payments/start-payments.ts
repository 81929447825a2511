import { join } from 'node:path';
import { runInTransaction } from '../../supabase/run-in-transaction.ts';
import { runSqlFile } from '../../supabase/run-sql-file.ts';
import type { Sql } from '../../backend/database/open-database.ts';
import type { ApiCall } from '../../backend/gateway/api-call.ts';
import { restError } from '../../backend/gateway/answers.ts';
import type { Logger } from '../../backend/logger.ts';
import type { StartPayment } from './start-payment.ts';
import { createLocalGateway } from './local-gateway.ts';
import { createPaymentStore } from './payment-store.ts';
import { answerPayments } from './payments-front.ts';
import { createRazorpayGateway } from './razorpay-gateway.ts';
import type { RazorpaySettings } from './razorpay-gateway.ts';
import { reconcile } from './reconcile.ts';

export interface PaymentOptions {
  /** `local`: the demonstration. `off`: no online payment. Otherwise Razorpay, by its keys. */
  gateway: 'local' | 'off' | RazorpaySettings;
  /** Seconds between two rounds of the reconciler. Default: 5. */
  everySeconds?: number;
  /** Seconds without a webhook after which an order is queried. Default: 180. */
  askAfterSeconds?: number;
  /** Delay in seconds of the demonstration's bank when it answers late. Default: 90. */
  lateSeconds?: number;
}

export interface Payments {
  /** Answers a call to /payments/v1. */
  answer(call: ApiCall): Promise<Response>;
  /** One round of the reconciler, now; for tests. */
  reconcile(): Promise<void>;
  /** Stops the reconciler after its current round. */
  close(): Promise<void>;
}

/**
 * The gateway that the environment names: Razorpay by its three keys, otherwise the demonstration in a demo shop.
 * @throws an Error that says which key is missing
 */
export function paymentsOf(environment: NodeJS.ProcessEnv, isDemo: boolean): PaymentOptions {
  const names = ['KEY_ID', 'KEY_SECRET', 'WEBHOOK_SECRET'].map((name) => `TWOSTROKE_RAZORPAY_${name}`);
  const values = names.map((name) => environment[name] ?? '');
  const [keyId = '', keySecret = '', webhookSecret = ''] = values;
  if (values.every((value) => value === '')) return { gateway: isDemo ? 'local' : 'off' };
  const missing = names.filter((_, index) => values[index] === '');
  if (missing.length > 0) throw new Error(`Razorpay needs ${missing.join(' and ')} too.`);
  return { gateway: { keyId, keySecret, webhookSecret, baseUrl: environment['TWOSTROKE_RAZORPAY_URL'] } };
}

export interface PaymentEnvironment {
  begin: StartPayment;
  /** Signs the demonstration's webhooks; unused with another gateway. */
  demonstrationKey: string;
  logger: Logger;
  /** Absolute address of the site, without a slash at its end. */
  siteUrl: () => string;
}

/**
 * Starts the payment paths and the reconciler, and stores which gateway the shop has.
 * @param databases `owner` prepares the books of the demonstration, and is not needed without it
 */
export async function startPayments(
  { owner, worker }: { owner?: Sql; worker: Sql },
  { begin, demonstrationKey, logger, siteUrl }: PaymentEnvironment,
  options: PaymentOptions,
): Promise<Payments> {
  // A test's small schema has none.
  const [{ exists } = { exists: false }] = await worker<{ exists: boolean }[]>`
    select to_regtype('public.payment_provider') is not null as exists`;
  const settings = exists ? options.gateway : 'off';
  const provider = settings === 'off' ? null : settings === 'local' ? 'local' : 'razorpay';
  if (exists) await worker`select private.take_payments(${provider}::public.payment_provider)`;
  if (settings === 'off' || provider === null) {
    return {
      answer: async () => restError(404, 'Paying online is not possible at the moment.', 'not_offered'),
      reconcile: async () => undefined,
      close: async () => undefined,
    };
  }
  if (settings === 'local' && owner) await prepareLocalPayments(owner, worker);
  const gateway =
    settings === 'local'
      ? createLocalGateway({ sql: worker, secret: demonstrationKey, lateSeconds: options.lateSeconds ?? 90 })
      : createRazorpayGateway(settings);
  const store = createPaymentStore(worker, provider);

  const round = () =>
    reconcile({
      gateway,
      store,
      logger,
      askAfterSeconds: options.askAfterSeconds ?? 180,
      // Through the same code as any webhook, signature included, but without the network.
      deliver: async ({ eventId, rawBody, signature }) => {
        const headers = new Headers({ 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId });
        const url = new URL('http://127.0.0.1/payments/v1/webhooks/local');
        return (await answer({ method: 'POST', url, headers, body: rawBody, address: 'local' })).ok;
      },
    });
  let running: Promise<void> = Promise.resolve();
  let failures = 0;
  const next = () =>
    (running = running.then(round).then(
      () => void (failures = 0),
      (error: unknown) => {
        failures += 1;
        // Once per outage; a restart of the embedded Postgres is over before the second round, and has its own line.
        if (failures === 2)
          logger.error(`Payments could not be reconciled: ${error instanceof Error ? error.message : 'unknown error'}`);
      },
    ));
  const answer = (call: ApiCall) =>
    answerPayments({ begin, gateway, store, logger, siteUrl, wake: () => void next() }, call);
  let idle = true;
  const timer = setInterval(
    () => {
      // Rounds never overlap, also when one takes longer than the pause.
      if (idle) void ((idle = false), next().finally(() => (idle = true)));
    },
    (options.everySeconds ?? 5) * 1000,
  );
  timer.unref();
  return {
    answer,
    reconcile: next,
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

async function prepareLocalPayments(owner: Sql, worker: Sql): Promise<void> {
  const [{ login } = { login: '' }] = await worker<{ login: string }[]>`select session_user::text as login`;
  await runInTransaction(owner, async (transaction) => {
    await transaction`select set_config('backend.login', ${login}, true)`;
    await runSqlFile(transaction, join(import.meta.dirname, './local-payments.sql'));
  });
}
