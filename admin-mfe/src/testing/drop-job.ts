import { createEvent, fireEvent, screen } from '@testing-library/react';

/** Drags the job of today's booking to a place: the browser does this with the data that the job gave. */
export function dropJob(onto: HTMLElement, job = screen.getByRole('link', { name: /MH 12 ZZ 0042/ })): void {
  const data = new Map<string, string>();
  const dataTransfer = {
    setData: (type: string, value: string) => void data.set(type, value),
    getData: (type: string) => data.get(type) ?? '',
    get types() {
      return [...data.keys()];
    },
  };
  const carried = job.closest('[data-job]')!;
  fireEvent(carried, Object.assign(createEvent.dragStart(carried), { dataTransfer }));
  fireEvent(onto, Object.assign(createEvent.drop(onto), { dataTransfer }));
}
