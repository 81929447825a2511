import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy between a browser and the site that can cut all connections at any time, sockets included. */
export interface PhoneLine {
  url: string;
  /** Cuts open connections and rejects new ones. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** Opens a proxy to the site at its own address on this machine. */
export async function openPhoneLine(siteUrl: string): Promise<PhoneLine> {
  const { hostname, port } = new URL(siteUrl);
  const open = new Set<Socket>();
  let isCut = false;
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
    return undefined;
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const cutAll = (): void => open.forEach((socket) => socket.destroy());
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut() {
      isCut = true;
      cutAll();
    },
    mend() {
      isCut = false;
    },
    close() {
      cutAll();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
