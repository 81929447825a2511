import type { DatabaseEnum } from '@twostroke/shared/domain/database-enum';

/** As the database function `report_client_events` expects it. */
export interface ClientEvent {
  kind: DatabaseEnum<'report_kind'>;
  name: string;
  value?: number;
  app: string;
  version: string;
  site_release: string;
  route: string;
  canary: boolean;
  message?: string;
  /** The failed call: the backend's log names it too. */
  request_id?: string;
}

/** Events per call; the database accepts no more. */
const BATCH = 20;
/** The most events kept while offline. */
const KEPT = 60;
const FLUSH_DELAY_MS = 2000;

/** Collects events and passes them on together: some time after an urgent one, and when the page is hidden. */
export class ReportQueue {
  readonly #send: (events: ClientEvent[]) => void;
  #waiting: ClientEvent[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(send: (events: ClientEvent[]) => void) {
    this.#send = send;
  }

  /** @param urgent false for what can wait until the page is hidden */
  add(event: ClientEvent, urgent: boolean): void {
    if (this.#waiting.length < KEPT) this.#waiting.push(event);
    if (urgent) this.#timer ??= setTimeout(() => this.flush(), FLUSH_DELAY_MS);
  }

  /** Sends the waiting events, unless the device is offline. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!navigator.onLine) return;
    while (this.#waiting.length > 0) this.#send(this.#waiting.splice(0, BATCH));
  }
}
