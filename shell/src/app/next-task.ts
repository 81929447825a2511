/**
 * Ends the running task, so that the browser may paint or answer a tap before the next begins. Unlike timers, a message
 * is not throttled when repeated, and a test's fake timers do not stop it.
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
