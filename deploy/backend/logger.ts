import { maskPersonal } from './mask-personal.ts';

/**
 * What a line names besides its sentence. `event` is the fixed name of a security event, `request` the id that the
 * answer and the visitor's error panel name too.
 */
export interface LogFields {
  event?: string;
  request?: string | undefined;
  [name: string]: string | number | undefined;
}

/** The backend's log. Never receives row data, passwords or tokens; what looks like one, or like a person, is masked. */
export interface Logger {
  info(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  error(message: string, fields?: LogFields): void;
}

/** Writes to the console: sentences for a person at a terminal, otherwise one JSON object a line. */
export function createLogger(isTerminal: boolean, write: (level: keyof Logger, line: string) => void): Logger {
  const log =
    (level: keyof Logger) =>
    (message: string, fields: LogFields = {}): void => {
      const known = Object.entries(fields).filter(([, value]) => value !== undefined);
      const masked = known.map(([name, value]) => [name, typeof value === 'string' ? maskPersonal(value) : value]);
      const sentence = maskPersonal(message);
      write(
        level,
        isTerminal
          ? [sentence, ...masked.map(([name, value]) => `${name}=${value}`)].join('  ')
          : JSON.stringify({ time: new Date().toISOString(), level, message: sentence, ...Object.fromEntries(masked) }),
      );
    };
  return { info: log('info'), warn: log('warn'), error: log('error') };
}

export const consoleLogger: Logger = createLogger(process.stdout.isTTY, (level, line) => console[level](line));

export const silentLogger: Logger = { info: () => undefined, warn: () => undefined, error: () => undefined };
