/** Resolves when the browser is idle; in Safari, which can't tell, after the running tasks. */
export function idle(): Promise<unknown> {
  return new Promise((resolve) => (window.requestIdleCallback ?? setTimeout)(resolve));
}
