import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { ApiCall } from '../gateway/api-call.ts';
import type { Clock } from '../gateway/rate-limiter.ts';

const cookieName = 'twostroke-device';
const lifetimeSeconds = 90 * 24 * 3600;
const askedSeconds = 3600;
/** People who share a browser: the oldest are forgotten. */
const mostPeople = 8;

/** Knows a browser in which somebody has signed in before, so that attempts of strangers do not count against it. */
export interface KnownDevices {
  /**
   * A name of the browser that sends the call, when the person with this mailbox or phone has signed in there within 90
   * days. Each browser and person has another one.
   */
  deviceOf(call: ApiCall, person: string): string | undefined;
  /** A name of the browser when it has requested a code or a mail for this person within the hour. */
  askerOf(call: ApiCall, person: string): string | undefined;
  /** The same answer, after which the browser counts as one that has requested a code or a mail for this person. */
  rememberAsker(call: ApiCall, answer: Response, person: string, name?: string): Response;
  /** The same answer; when it signs somebody in, with a cookie that makes the browser known. */
  remember(call: ApiCall, answer: Response): Promise<Response>;
}

/**
 * The server keeps nothing: the cookie is signed. It opens nothing, because a password or a code is still asked for, and
 * each name is counted by itself, so a stolen cookie is worth a few attempts.
 */
export function createKnownDevices(options: { key: string; clock: Clock; siteUrl: () => string }): KnownDevices {
  const { key, clock } = options;
  const nowSeconds = () => Math.floor(clock() / 1000);

  function sign(name: string, expiresAt: string, person: string): string {
    return createHmac('sha256', key).update(`device ${name} ${expiresAt} ${person}`).digest('base64url');
  }

  function nameIn(entry: string, person: string): string | undefined {
    const [name = '', expiresAt = '', signature = ''] = entry.split('.');
    if (!(Number(expiresAt) > nowSeconds())) return undefined;
    const expected = Buffer.from(sign(name, expiresAt, person));
    const given = Buffer.from(signature);
    return given.length === expected.length && timingSafeEqual(given, expected) ? name : undefined;
  }

  function find(call: ApiCall, person: string): string | undefined {
    for (const entry of entriesOf(call)) {
      const name = nameIn(entry, person);
      if (name) return name;
    }
    return undefined;
  }

  function withEntries(
    call: ApiCall,
    answer: Response,
    people: string[],
    { seconds, nameOf = newBrowserName }: { seconds: number; nameOf?: () => string },
  ): Response {
    const others = entriesOf(call).filter((entry) => !people.some((person) => nameIn(entry, person)));
    const expiresAt = String(nowSeconds() + seconds);
    const added = people.map((person) => {
      const name = nameOf();
      return `${name}.${expiresAt}.${sign(name, expiresAt, person)}`;
    });
    const headers = new Headers(answer.headers);
    const value = [...added, ...others].slice(0, mostPeople).join('~');
    const secure = options.siteUrl().startsWith('https:') ? '; Secure' : '';
    headers.append(
      'set-cookie',
      `${cookieName}=${value}; Path=/auth/v1/; Max-Age=${lifetimeSeconds}; HttpOnly; SameSite=Strict${secure}`,
    );
    return new Response(answer.body, { status: answer.status, headers });
  }

  return {
    deviceOf: (call, person) => (person ? find(call, person) : undefined),
    askerOf: (call, person) => (person ? find(call, asker(person)) : undefined),
    rememberAsker: (call, answer, person, name = newBrowserName()) =>
      withEntries(call, answer, [asker(person)], { seconds: askedSeconds, nameOf: () => name }),
    async remember(call, answer) {
      const people = await peopleOf(answer);
      return people.length > 0 ? withEntries(call, answer, people, { seconds: lifetimeSeconds }) : answer;
    },
  };
}

export function newBrowserName(): string {
  return randomBytes(12).toString('base64url');
}

/** Differs from every mailbox and phone. */
function asker(person: string): string {
  return `asked ${person}`;
}

function entriesOf(call: ApiCall): string[] {
  const cookies = (call.headers.get('cookie') ?? '').split(';').map((cookie) => cookie.trim());
  const found = cookies.find((cookie) => cookie.startsWith(`${cookieName}=`));
  return (
    found
      ?.slice(cookieName.length + 1)
      .split('~')
      .slice(0, mostPeople) ?? []
  );
}

/** The mailbox and the phone of the person whom an answer signs in, as attempts name them. */
async function peopleOf(answer: Response): Promise<string[]> {
  if (!answer.ok || !answer.headers.get('content-type')?.includes('json')) return [];
  const session = (await answer.clone().json()) as {
    access_token?: unknown;
    user?: { email?: unknown; phone?: unknown };
  };
  if (typeof session?.access_token !== 'string') return [];
  const { email, phone } = session.user ?? {};
  return [email, phone].filter((person): person is string => typeof person === 'string' && person !== '');
}
