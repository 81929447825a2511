/** As the database function `report_client_events` takes it. */
export interface ClientEvent {
  kind: 'vital' | 'error' | 'visit';
  name: string;
  value?: number;
  app: string;
  version: string;
  site_release: string;
  route: string;
  canary: boolean;
  message?: string;
  sample_rate: number;
}

/** Events of one call; the database takes no more. */
const BATCH = 20;
/** What is kept for a visitor who is offline. */
const KEPT = 60;
const PATIENCE_MS = 2000;

/** Collects events and hands them on together: some time after one that is urgent, and when the page is hidden. */
export class ReportQueue {
  readonly #send: (events: ClientEvent[]) => void;
  #waiting: ClientEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (events: ClientEvent[]) => void) {
    this.#send = send;
  }

  /** @param urgent false for what may as well wait until the page is hidden */
  add(event: ClientEvent, urgent: boolean): void {
    if (this.#waiting.length < KEPT) this.#waiting.push(event);
    if (urgent) this.#timer ??= setTimeout(() => this.flush(), PATIENCE_MS);
  }

  /** Sends what waits, unless the device is offline. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!navigator.onLine) return;
    while (this.#waiting.length > 0) this.#send(this.#waiting.splice(0, BATCH));
  }
}
