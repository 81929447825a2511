// Queries a server that ends each connection while the driver loads its types. Prints `alive` when that has happened
// twice. With the argument `other`, it also leaves another rejection unhandled.
import { createServer, type AddressInfo } from 'node:net';
import postgres from 'postgres';
import { outliveEndedConnections } from '../outlive-ended-connections.ts';

outliveEndedConnections();
if (process.argv[2] === 'other') void Promise.reject(new Error('an error of our own'));

const welcome = Buffer.from([
  ...[0x52, 0, 0, 0, 8, 0, 0, 0, 0], // R: signed in
  ...[0x5a, 0, 0, 0, 5, 0x49], // Z: ready
]);
let lost = 0;
const server = createServer((socket) => {
  socket.once('data', () => {
    socket.write(welcome);
    socket.once('data', () => socket.destroy());
  });
  socket.on('close', () => {
    if ((lost += 1) < 2) return;
    console.log('alive');
    process.exit(0);
  });
}).listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  void postgres(`postgres://shop@127.0.0.1:${port}/shop`, { max: 1, backoff: () => 0 }).reserve();
});
