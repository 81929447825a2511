// Unmodified lite and Postgres behind Node's own HTTP server: no settings of ours, no limits, no messages. A process of
// `npm run bench -- database`. Arguments: data folder, address of the database. Prints one line of JSON when it answers.
import { App } from '@supabase/lite';
import { createPostgresConnection } from '@supabase/lite/postgres';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { loadSecrets } from '../../backend/secrets/backend-secrets.ts';

const [, , dataFolder = '', databaseUrl = ''] = process.argv;
const { jwtSecret, anonKey, serviceKey } = loadSecrets(dataFolder);
const connection = createPostgresConnection({
  url: databaseUrl,
  postgresOptions: { max: 10, onnotice: () => undefined },
});
const app = new App({
  connection,
  api: { schemas: ['public'], max_rows: 1000 },
  auth: {
    enabled: true,
    jwt_secret: jwtSecret,
    publishable_key: anonKey,
    secret_key: serviceKey,
    site_url: 'http://127.0.0.1',
    additional_redirect_urls: [],
  },
  studio: { enabled: false },
  storage: { enabled: false },
  options: { server: { disableStudio: true } },
});
await app.ensureSystemSchema();
// Without this setting, its first request grants all tables to every role.
Object.assign(connection, { rlsState: 'active' });
await connection.introspect({ useCache: true });

const server = createServer((request, response) => {
  void (async () => {
    const body = request.method === 'POST' ? new Uint8Array(await buffer(request)) : null;
    const headers = new Headers(
      Object.entries(request.headers).map(([name, value]): [string, string] => [name, String(value)]),
    );
    const address = `http://127.0.0.1${request.url}`;
    const answer = await app.fetch(new Request(address, { method: request.method ?? 'GET', headers, body }));
    response.writeHead(answer.status, Object.fromEntries(answer.headers));
    response.end(Buffer.from(await answer.arrayBuffer()));
  })();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
const { port } = server.address() as AddressInfo;
console.log(JSON.stringify({ url: `http://127.0.0.1:${port}`, anonKey }));
