import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ConditionalStore {
  endpoint: string;
  /** Called when a change has arrived and before it is judged: what happens now comes between reading and writing. */
  beforePut: () => Promise<unknown>;
  close(): void;
}

/**
 * Stands before a store that pays no heed to `If-Match` and `If-None-Match`, and answers 412 where S3 does.
 * @param endpoint of a store whose objects everybody may read
 */
export async function startConditionalStore(endpoint: string): Promise<ConditionalStore> {
  const front = createServer((req, res) => {
    const pass = (): void => {
      // With the Host it came with: the signature counts it.
      const onward = request(endpoint + req.url, { method: req.method!, headers: req.headers }, (answer) => {
        res.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(res);
      });
      onward.on('error', () => res.destroy());
      req.pipe(onward);
    };
    const judge = async (): Promise<void> => {
      if (req.method === 'PUT') {
        await store.beforePut();
        const there = await fetch(endpoint + req.url, { method: 'HEAD' });
        const etag = there.ok ? there.headers.get('etag') : null;
        const { 'if-match': match, 'if-none-match': noneMatch } = req.headers;
        if ((match && match !== etag) || (noneMatch === '*' && etag)) {
          req.resume();
          res.writeHead(412).end('<Error><Code>PreconditionFailed</Code></Error>');
          return;
        }
      }
      pass();
    };
    void judge();
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  const store: ConditionalStore = {
    endpoint: `http://127.0.0.1:${(front.address() as AddressInfo).port}`,
    beforePut: () => Promise.resolve(),
    close() {
      front.close();
      front.closeAllConnections();
    },
  };
  return store;
}
