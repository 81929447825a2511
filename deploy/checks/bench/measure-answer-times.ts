import { addressed } from '../../backend/testing/addressed.ts';
import { signUp, startTestBackend } from '../../backend/testing/test-backend.ts';
import { median, printFigures, type Figure } from './figures.ts';

const pairs = 200;
const many = { max: 1_000_000, perSeconds: 1 };

/** Prints how long answers take for addresses with and without an account, in turn: times must not show which is which. */
export async function measure(): Promise<void> {
  const site = await startTestBackend({
    trustProxy: true,
    limits: {
      signUpsPerAddress: many,
      messagesPerAddress: many,
      mailsPerMailbox: many,
      mailsPerMailboxOfAll: many,
      passwordTriesPerAddress: many,
      passwordTriesPerAccountAndAddress: many,
      passwordTriesPerAccount: many,
      passwordDelayMs: 0,
    },
  });
  try {
    const { email: known } = await signUp(site);
    const { client } = await signUp(site);
    const token = (await client.auth.getSession()).data.session?.access_token ?? '';
    const browser = addressed(site, '203.0.113.1');
    const calls: [string, (email: string) => Promise<Response>][] = [
      ['wrong password', (email) => browser.signIn(email, 'not the password')],
      ['sign-up', (email) => browser.send('/signup', { email, password: 'another horse' })],
      ['code by mail', (email) => browser.send('/otp', { email })],
      ['password reset', (email) => browser.send('/recover', { email })],
      ['change of the address', (email) => browser.send('/user', { email }, { method: 'PUT', token })],
    ];
    const figures: Figure[] = [];
    for (const [what, ask] of calls) {
      const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] };
      for (let pair = 0; pair < pairs; pair += 1) {
        times.known.push(await timeOf(() => ask(known)));
        times.unknown.push(await timeOf(() => ask(`unknown${pair}.${what.replaceAll(' ', '.')}@example.in`)));
      }
      const [ofKnown, ofUnknown] = [median(times.known), median(times.unknown)];
      figures.push([`${what}, known address`, `${ofKnown.toFixed(1)} ms`, '']);
      figures.push([`${what}, unknown address`, `${ofUnknown.toFixed(1)} ms`, '']);
      figures.push([`${what}, ratio`, (ofKnown / ofUnknown).toFixed(3), '0.9 to 1.1']);
    }
    printFigures('times', figures);
  } finally {
    await site.stop();
  }
}

async function timeOf(ask: () => Promise<Response>): Promise<number> {
  const startedAt = performance.now();
  await (await ask()).arrayBuffer();
  return performance.now() - startedAt;
}
