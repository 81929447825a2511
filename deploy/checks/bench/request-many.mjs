import { Agent, request } from 'node:http';

/*
 * Requests one address many times over a few open connections, in a process of its own: the measured process then spends
 * its time on answers only. Plain JavaScript, so that it starts without a loader.
 *
 *   node request-many.mjs URL COUNT HEADERS     HEADERS as JSON; prints what the answers were, as JSON
 */
const [address, count, headers] = process.argv.slice(2);
const CONNECTIONS = 4;
const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS });

/** @returns {Promise<{ status: number, headers: import('node:http').IncomingHttpHeaders, bytes: number }>} */
function ask() {
  return new Promise((resolve, reject) => {
    const asked = request(address, { agent, headers: JSON.parse(headers) }, (answer) => {
      let bytes = 0;
      answer.on('data', (part) => (bytes += part.length));
      answer.on('end', () => resolve({ status: answer.statusCode, headers: answer.headers, bytes }));
      answer.on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

let last = null;
let left = Number(count);
await Promise.all(
  Array.from({ length: CONNECTIONS }, async () => {
    while (left-- > 0) last = await ask();
  }),
);
console.log(JSON.stringify(last));
process.exit(0);
