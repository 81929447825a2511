import { parseArgs } from 'node:util';

/**
 * Reads a command line with node:util's parser. See the type declarations for what a command states.
 * @throws Error with one sentence that names the options that apply, or the arguments that are taken
 */
export function readCommandLine(args, { command, options = {}, variants, words = [] }) {
  const config = { args, options, allowPositionals: true, allowNegative: true };
  const { tokens, positionals: found } = parseArgs({ ...config, strict: false, tokens: true });
  const variant = variants?.(found);
  const { name, apply, takes } = {
    name: command,
    apply: Object.keys(options),
    takes: words,
    ...(variant && { name: `${command} -- ${variant.name}`, apply: variant.options, takes: variant.words }),
  };
  const foreign = tokens.find((token) => token.kind === 'option' && !apply.includes(token.name));
  if (foreign) throw new Error(`${name} has no option ${foreign.rawName}. ${sentenceOf('option', apply, '--')}`);
  const surplus = found[takes.length];
  if (surplus !== undefined) throw new Error(`${name} does not take "${surplus}". ${sentenceOf('argument', takes)}`);
  try {
    const { values, positionals } = parseArgs(config);
    return { values, positionals };
  } catch (failure) {
    throw new Error(`${name}: ${failure.message.split('\n')[0].replace(/\.?$/, '.')}`);
  }
}

function sentenceOf(what, names, mark = '') {
  if (names.length === 0) return `It takes no ${what}.`;
  return `Its ${what}${names.length === 1 ? ' is' : 's are'} ${names.map((name) => mark + name).join(', ')}.`;
}

/** The same for the command line of this process: prints the sentence and ends with code 2. */
export function readOwnCommandLine(command) {
  try {
    return readCommandLine(process.argv.slice(2), command);
  } catch (failure) {
    console.error(failure.message);
    return process.exit(2);
  }
}
