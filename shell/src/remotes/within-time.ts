/** Settles as the work does, or rejects with `tooLate` after so many milliseconds. */
export function withinTime<T>(work: Promise<T>, milliseconds: number, tooLate: Error): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLate), milliseconds);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
