import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ConditionalStore {
  endpoint: string;
  /**
   * Called after a write has arrived and before its condition is checked, to simulate a change between reading and
   * writing.
   */
  beforePut: () => Promise<unknown>;
  /** The number of next changes that are made although their answers are lost. */
  answersToLose: number;
  close(): void;
}

/**
 * A proxy for a store that ignores `If-Match` and `If-None-Match`: answers 412 where S3 does.
 * @param endpoint of a store whose objects are public
 */
export async function startConditionalStore(endpoint: string): Promise<ConditionalStore> {
  const front = createServer((req, res) => {
    const pass = (): void => {
      // With its original Host header, which the signature includes.
      const options = { method: req.method!, headers: req.headers, agent: false as const };
      const onward = request(endpoint + req.url, options, (answer) => {
        if (req.method === 'PUT' && store.answersToLose > 0) {
          store.answersToLose -= 1;
          res.destroy();
          return;
        }
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
    answersToLose: 0,
    close() {
      front.close();
      front.closeAllConnections();
    },
  };
  return store;
}
