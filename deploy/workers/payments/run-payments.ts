import { defaultLimits } from '../../backend/backend-limits.ts';
import { closeOnSignals } from '../../backend/close-on-signals.ts';
import { openWorkerDatabase } from '../../backend/database/open-worker-database.ts';
import { restError } from '../../backend/gateway/answers.ts';
import { readCallLimits } from '../../backend/gateway/call-limits.ts';
import { createFront } from '../../backend/gateway/front.ts';
import { createHealth } from '../../backend/gateway/health.ts';
import { listenAlone } from '../../backend/gateway/listen-alone.ts';
import type { Logger } from '../../backend/logger.ts';
import { consoleLogger } from '../../backend/logger.ts';
import { startPaymentOverRest } from './start-payment.ts';
import { paymentsOf, startPayments } from './start-payments.ts';

const usualPort = 8090;

/**
 * `npm run payments`: /payments/v1 and the reconciler as a process of their own, for a site on Supabase. It listens on
 * 127.0.0.1, behind the web server that has the site's address.
 * @throws Error with one sentence that names what is wrong and what to do
 */
export async function runPayments(
  env: NodeJS.ProcessEnv,
  logger: Logger = consoleLogger,
): Promise<{ url: string; close(): Promise<void> }> {
  const { SUPABASE_URL: supabaseUrl, SUPABASE_ANON_KEY: key } = env;
  const siteUrl = env['SITE_URL'] ?? '';
  const port = env['TWOSTROKE_PAYMENTS_PORT'] === undefined ? usualPort : Number(env['TWOSTROKE_PAYMENTS_PORT']);
  if (!supabaseUrl || !key)
    throw new Error('SUPABASE_URL and SUPABASE_ANON_KEY are missing: set the values that the site uses.');
  if (!/^https?:\/\/[^/\s?#]+\/?$/.test(siteUrl))
    throw new Error('SITE_URL is missing: the address that visitors use, such as https://twostroke.example');
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error('TWOSTROKE_PAYMENTS_PORT must be a port, a number up to 65535.');
  const options = paymentsOf(env, false);
  if (options.gateway === 'off')
    throw new Error('The keys of Razorpay are missing: TWOSTROKE_RAZORPAY_KEY_ID, _KEY_SECRET and _WEBHOOK_SECRET.');

  const sql = await openWorkerDatabase(env, logger);
  const closers: (() => Promise<void>)[] = [() => sql.end({ timeout: 2 })];
  const close = async (): Promise<void> => {
    for (const closer of closers) await closer();
  };
  try {
    const payments = await startPayments(
      { worker: sql },
      {
        begin: startPaymentOverRest({ url: supabaseUrl.replace(/\/$/, ''), key }),
        demonstrationKey: '',
        logger,
        siteUrl: () => siteUrl.replace(/\/$/, ''),
      },
      options,
    );
    closers.unshift(() => payments.close());
    const nothing = async (): Promise<Response> => restError(404, 'There is nothing at this address.', 'not_found');
    const front = createFront({
      limits: defaultLimits,
      callLimits: await readCallLimits(sql),
      clock: Date.now,
      logger,
      // All requests come through the web server in front.
      trustProxy: true,
      userOf: () => undefined,
      hasEnded: () => false,
      answerAuth: nothing,
      answerRest: nothing,
      answerPayments: (call) => payments.answer(call),
      answerStorage: nothing,
    });
    const health = createHealth({ checks: { database: () => sql`select 1` }, logger });
    const handle: typeof front.handle = (...call) => health.handle(...call) || front.handle(...call);
    const listening = await listenAlone({ handle }, port, { logger, isBehindProxy: true });
    closers.unshift(() => listening.close());
    closeOnSignals(close, logger);
    logger.info(`Payments are taken at ${listening.url}/payments/v1. Stop with Ctrl+C.`);
    return { url: listening.url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
