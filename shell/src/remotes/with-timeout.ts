/** Settles like the work, or rejects with `tooLate` after this many milliseconds. */
export function withTimeout<T>(work: Promise<T>, milliseconds: number, tooLate: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
