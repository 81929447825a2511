/** Why a page or slot could not be shown. `disabled`: the shop has switched the remote off. */
export type FailureReason = 'timeout' | 'load' | 'contract' | 'disabled';

/** A remote that failed to load: affects only its own page or slot. */
export class RemoteFailure extends Error {
  override readonly name = 'RemoteFailure';
  readonly remote: string;
  readonly reason: FailureReason;
  /** How often loading it failed in this tab, this time included. */
  readonly attempts: number;

  constructor(remote: string, reason: FailureReason, attempts: number, cause: unknown) {
    super(`The remote ${remote} could not be loaded (${reason}, attempt ${attempts}).`, { cause });
    this.remote = remote;
    this.reason = reason;
    this.attempts = attempts;
  }
}
