import { randomUUID } from 'node:crypto';
import { addressed } from '../../backend/testing/addressed.ts';
import type { TestBackend } from '../../backend/testing/test-backend.ts';

export interface Flood {
  /** How often the stranger was answered with each status. */
  statuses: Map<number, number>;
  end(): Promise<void>;
}

/**
 * A stranger who never rests, in one browser that keeps its cookies: codes, passwords, mails and links of a customer, codes
 * of other numbers, and calls.
 * @param addressOf the network address of each round
 */
export function startFlood(
  site: Pick<TestBackend, 'url' | 'backend'>,
  { email, phone }: { email: string; phone: string },
  addressOf: (round: number) => string,
  afterRound: () => void = () => undefined,
): Flood {
  const statuses = new Map<number, number>();
  const browser = addressed(site, '');
  let isOver = false;
  const call = (address: string, name: string, args: object) =>
    fetch(`${site.url}/rest/v1/rpc/${name}`, {
      method: 'POST',
      headers: { apikey: site.backend.anonKey, 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(args),
    });
  const rounds = (async () => {
    for (let round = 0; !isOver; round += 1) {
      const address = addressOf(round);
      const from = browser.at(address);
      const answers = await Promise.allSettled([
        from.send('/otp', { phone }),
        from.send('/otp', { phone: `+9198${String(20_000_000 + round)}` }),
        from.send('/verify', { phone, token: String(100_000 + (round % 900_000)), type: 'sms' }),
        from.signIn(email, `wrong ${round}`),
        from.send('/recover', { email }),
        from.send('/verify', { token_hash: randomUUID(), type: 'magiclink' }),
        call(address, 'list_slots', { mode: 'workshop', days: 31 }),
        call(address, 'create_booking', { request: {} }),
      ]);
      // A connection that the server closes while a request is on its way is no answer.
      for (const answer of answers)
        if (answer.status === 'fulfilled')
          statuses.set(answer.value.status, (statuses.get(answer.value.status) ?? 0) + 1);
      afterRound();
    }
  })();
  return {
    statuses,
    async end() {
      isOver = true;
      await rounds;
    },
  };
}
