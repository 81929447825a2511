import type { BackendLimits } from '../backend-limits.ts';
import type { ApiCall } from '../gateway/api-call.ts';
import type { Clock } from '../gateway/rate-limiter.ts';
import { RateLimiter } from '../gateway/rate-limiter.ts';
import type { KnownDevices } from './known-devices.ts';

/** Seconds for which a call is rejected (0: not at all), and milliseconds for which it waits before it is answered. */
export interface AttemptVerdict {
  waitSeconds: number;
  delayMs: number;
}

export interface PasswordTries {
  take(call: ApiCall, mailbox: string): AttemptVerdict;
  /** After a right password: what was counted for this call is taken back. */
  succeeded(call: ApiCall, mailbox: string): void;
}

/**
 * Counts wrong passwords. A browser in which the person has signed in before has its own count, which no stranger can
 * fill. Every other one is counted by its address and account. The counts are paced: the next attempt is never further away
 * than one step, and the answer says how far.
 */
export function createPasswordTries(limits: BackendLimits, clock: Clock, devices: KnownDevices): PasswordTries {
  const ofDevice = new RateLimiter(limits.passwordTriesPerDevice, clock);
  const ofAddress = new RateLimiter(limits.passwordTriesPerAddress, clock);
  const ofPair = new RateLimiter(limits.passwordTriesPerAccountAndAddress, clock);
  const ofAccount = new RateLimiter(limits.passwordTriesPerAccount, clock);

  return {
    take(call, mailbox) {
      const device = devices.deviceOf(call, mailbox);
      if (device) return { waitSeconds: ofDevice.take(device), delayMs: 0 };
      const pair = `${call.address} ${mailbox}`;
      // A rejected attempt counts for neither.
      const waitSeconds = Math.max(ofAddress.secondsToWait(call.address), ofPair.secondsToWait(pair));
      if (waitSeconds > 0) return { waitSeconds, delayMs: 0 };
      ofAddress.take(call.address);
      ofPair.take(pair);
      const isSlowed = ofAccount.take(mailbox) > 0;
      return { waitSeconds: 0, delayMs: isSlowed ? limits.passwordDelayMs : 0 };
    },
    succeeded(call, mailbox) {
      const device = devices.deviceOf(call, mailbox);
      if (device) return ofDevice.forget(device);
      ofPair.forget(`${call.address} ${mailbox}`);
      ofAddress.giveBack(call.address);
      ofAccount.giveBack(mailbox);
    },
  };
}
