/** What is known about where it was thrown, besides its stack. */
export interface ErrorPlace {
  /** The remote whose page or slot failed. */
  app?: string | undefined;
  componentStack?: string | null | undefined;
}

export interface RecordedError {
  thrown: unknown;
  place: ErrorPlace;
}
