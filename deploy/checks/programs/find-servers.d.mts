/** A program's path, or a sentence that says what is missing. */
export type Found = { path: string; sentence?: undefined } | { path?: undefined; sentence: string };
export function findNginx(): Found;
export function findRsync(): Found;
export function findPlpgsqlCheck(): Found;
