import { json } from '../gateway/answers.ts';
import { lengthWithout } from './guessable-words.ts';

const minimumLength = 8;
/** bcrypt reads no further: two longer passwords with the same beginning would be one. */
const mostBytes = 72;

let common: Promise<ReadonlySet<string>> | undefined;

/** About 18,000 passwords of the allowed length that leaked most often; loaded when the first password is chosen. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => new Set(dictionary['passwords-common']));
  return common;
}

/**
 * The answer that rejects a chosen password; undefined when it is accepted.
 *
 * @param words of the shop and of the person: without them the password must still be long enough
 */
export async function rejectPassword(password: string, words: readonly string[]): Promise<Response | undefined> {
  if ([...password].length < minimumLength)
    return weak('length', `Password should be at least ${minimumLength} characters.`);
  if (Buffer.byteLength(password) > mostBytes)
    return weak('length', `Password cannot be longer than ${mostBytes} bytes.`);
  if ((await commonPasswords()).has(password.toLowerCase()))
    return weak('pwned', 'Password is known to be weak and easy to guess, please choose a different one.');
  if ((lengthWithout(words, password) ?? minimumLength) < minimumLength)
    return weak('pwned', 'Password consists of words of the shop or the account, please choose a different one.');
  return undefined;
}

function weak(reason: 'length' | 'pwned', msg: string): Response {
  return json(422, { code: 422, error_code: 'weak_password', msg, weak_password: { reasons: [reason] } });
}
