import assert from 'node:assert/strict';

/** Where reports are sent: a backend, or a site in front of one that believes X-Forwarded-For. */
export interface ReportedSite {
  url: string;
  anonKey: string;
}

/** Calls a function of the API from a network address. */
export async function callFrom(site: ReportedSite, address: string, name: string, args: object): Promise<unknown> {
  const answer = await fetch(`${site.url}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      apikey: site.anonKey,
      Authorization: `Bearer ${site.anonKey}`,
      'X-Forwarded-For': address,
    },
    body: JSON.stringify(args),
  });
  assert.equal(answer.status, 200, `${name} answers ${answer.status}`);
  return answer.json();
}

export interface Report {
  kind: 'visit' | 'error' | 'vital';
  app: string;
  version: string;
  [field: string]: unknown;
}

/** One page load: asks for a token and reports. @returns how many reports were kept, and the token that was used */
export async function reportPageLoad(
  site: ReportedSite,
  address: string,
  events: Report[],
): Promise<{ kept: number; token: string }> {
  const versions = Object.fromEntries(events.map(({ app, version }) => [app, version]));
  const token = (await callFrom(site, address, 'request_report_token', { versions })) as string;
  const { kept } = (await callFrom(site, address, 'report_client_events', { events, token })) as { kept: number };
  return { kept, token };
}

/** Reports each event in a page load of its own, as visitors of this many network addresses. */
export async function reportFrom(site: ReportedSite, addresses: number, events: Report[]): Promise<void> {
  const load = async (event: Report, index: number): Promise<void> => {
    const { kept } = await reportPageLoad(site, `203.0.113.${(index % addresses) + 1}`, [event]);
    assert.equal(kept, 1, 'the report is kept');
  };
  for (let from = 0; from < events.length; from += 10)
    await Promise.all(events.slice(from, from + 10).map((event, index) => load(event, from + index)));
}
