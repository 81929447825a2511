/**
 * Ends the running task: the browser may paint or answer a tap before the next begins. Unlike a timer it is neither
 * slowed down in series nor held by a test's clock.
 */
export function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
