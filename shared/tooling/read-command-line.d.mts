import type { parseArgs, ParseArgsConfig } from 'node:util';

type Options = NonNullable<ParseArgsConfig['options']>;

/** One form of a command, such as `push` of `npm run hosting`. */
export interface CommandVariant<Name> {
  name: string;
  /** Which options apply. */
  options: readonly Name[];
  /** Its arguments, for messages; the first names the variant. */
  words: readonly string[];
}

export interface Command<O extends Options> {
  /** As people type it: `npm run hosting`. */
  command: string;
  /** All options, of all variants. A boolean one may be negated: `--no-demo`. */
  options?: O;
  /** The variant that the arguments name; undefined: the command itself. */
  variants?: (words: string[]) => CommandVariant<keyof O & string> | undefined;
  /** Arguments that are no options, for messages; none by default. */
  words?: readonly string[];
}

export type CommandLine<O extends Options> = Pick<
  ReturnType<typeof parseArgs<{ options: O; allowPositionals: true; allowNegative: true }>>,
  'values' | 'positionals'
>;

export function readCommandLine<const O extends Options = Record<never, never>>(
  args: string[],
  command: Command<O>,
): CommandLine<O>;

export function readOwnCommandLine<const O extends Options = Record<never, never>>(command: Command<O>): CommandLine<O>;
