import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { createServer, get, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { median, printFigures, type Figure } from './figures.ts';
import { openBenchSite } from './open-bench-site.ts';
import { proportionalMemoryMegabytes } from './measure-memory.ts';

const run = promisify(execFile);
const client = fileURLToPath(new URL('./request-many.mjs', import.meta.url));
/** Node compiles the hot functions within these; they are not counted. */
const WARM_UP = 1000;
const REQUESTS = 3000;

interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  bytes: number;
}

/**
 * `npm run bench -- server`: the processor time of the Node process for a document, a file and a REST read. Unlike the
 * time until the answer, it hardly depends on what else the machine does. What Node's own server needs for the same
 * bytes is the least that a document can cost. Memory of everything that runs is the last figure, after all these
 * requests.
 * @param options.runs how often everything is measured; each figure is the median
 */
export async function measure({ runs: wanted = '3' }: { runs?: string } = {}): Promise<void> {
  const runs = Number(wanted);
  const site = await openBenchSite({ unlimited: true });
  try {
    const memoryAtStart = await proportionalMemoryMegabytes(process.pid);
    const home = `${site.url}/`;
    const brotli = { 'accept-encoding': 'gzip, deflate, br' };
    const first = await requestMany(home, 1, brotli);
    const tag = first.headers.etag;
    const html = await (await fetch(home)).text();
    const script = /<script type="module" src="([^"]+)"/.exec(html)![1]!;
    const read = `${site.url}/rest/v1/models?select=id,name,engine_cc&id=eq.royal-enfield/classic-350`;
    const bare = await serveBare(home, brotli);
    const calls: [what: string, address: string, headers: Record<string, string>, goal: string][] = [
      ['Home, brotli', home, brotli, '<= 0.1 ms'],
      ['The same answer from node:http alone', bare.url, brotli, ''],
      ['Home, gzip', home, { 'accept-encoding': 'gzip' }, '<= 0.1 ms'],
      ['Home, not changed', home, { ...brotli, ...(tag && { 'if-none-match': tag }) }, '<= 0.1 ms'],
      ["The shell's script, brotli", site.url + script, brotli, ''],
      ['REST read of one model', read, { apikey: site.backend.anonKey }, '<= 0.7 ms'],
    ];
    const figures: Figure[] = [];
    const costs = calls.map((): number[] => []);
    const answers: Answer[] = [];
    for (const [, address, headers] of calls) await requestMany(address, WARM_UP, headers);
    // In turn, so that what else the machine does meets all of them.
    for (let round = 0; round < runs; round += 1)
      for (const [at, [, address, headers]] of calls.entries()) {
        const before = process.cpuUsage();
        answers[at] = await requestMany(address, REQUESTS, headers);
        const { user, system } = process.cpuUsage(before);
        costs[at]!.push((user + system) / 1000 / REQUESTS);
      }
    for (const [at, [what, , , goal]] of calls.entries()) {
      const { status, bytes } = answers[at]!;
      figures.push([
        `${what}: processor time a request; answer`,
        `${median(costs[at]!).toFixed(3)} ms (${costs[at]!.map((cost) => cost.toFixed(3)).join(', ')}); ${status}, ${(bytes / 1000).toFixed(1)} kB`,
        goal,
      ]);
    }
    figures.push([
      'Memory at the start; after these requests, Node and Postgres (PSS)',
      `${memoryAtStart}; ${await proportionalMemoryMegabytes(process.pid)} MB`,
      '<= 350 MB',
    ]);
    printFigures('server', figures);
  } finally {
    await site.stop();
  }
  process.exit(0);
}

/** A server of Node without any code of ours that sends what this address answers now. */
async function serveBare(address: string, headers: Record<string, string>): Promise<{ url: string }> {
  const [answer, body] = await new Promise<[IncomingMessage, Buffer]>((resolve, reject) => {
    const asked = get(address, { headers, agent: false }, (answer) => {
      buffer(answer).then((body) => resolve([answer, body]), reject);
    });
    asked.on('error', reject);
  });
  const sent = answer.rawHeaders.filter(
    (_, at) => !/^(date|connection|keep-alive)$/i.test(answer.rawHeaders[at & ~1]!),
  );
  const server = createServer((_, response) => response.writeHead(200, sent).end(body));
  server.unref().listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

async function requestMany(address: string, count: number, headers: Record<string, string>): Promise<Answer> {
  const { stdout } = await run(process.execPath, [client, address, String(count), JSON.stringify(headers)]);
  const answer = JSON.parse(stdout) as Answer;
  if (answer.status >= 400) throw new Error(`${address} answered ${answer.status}.`);
  return answer;
}
