import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Clock } from '../gateway/rate-limiter.ts';

/** Signs the address of an object, so that whoever has it may read the object until it expires. */
export interface SignedAddresses {
  /** @param path `<bucket>/<name>` @returns the address below /storage/v1, with its token */
  sign(path: string, lifetimeSeconds: number): string;
  isValid(path: string, token: string): boolean;
}

/** @param key a secret of this backend; tokens of other purposes are made with it too, so the purpose is signed */
export function signAddresses(key: string, clock: Clock): SignedAddresses {
  const signatureOf = (path: string, expires: number): Buffer =>
    createHmac('sha256', key).update(`storage address\n${path}\n${expires}`).digest();
  return {
    sign(path, lifetimeSeconds) {
      const expires = Math.floor(clock() / 1000) + lifetimeSeconds;
      return `/object/sign/${path}?token=${expires}.${signatureOf(path, expires).toString('base64url')}`;
    },
    isValid(path, token) {
      const [, expires = '', signature = ''] = /^(\d{1,12})\.([\w-]{43})$/.exec(token) ?? [];
      const expected = signatureOf(path, Number(expires));
      const given = Buffer.from(signature, 'base64url');
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) * 1000 > clock();
    },
  };
}
