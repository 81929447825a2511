import { readCommandLine } from '@twostroke/shared/tooling/read-command-line.mjs';
import { Rejection } from '../rejection.ts';
import { usage } from './release-usage.ts';

const options = {
  site: { type: 'string' },
  canary: { type: 'string' },
  preview: { type: 'boolean', default: false },
  end: { type: 'boolean', default: false },
  target: { type: 'string' },
  backend: { type: 'string' },
  key: { type: 'string' },
  origin: { type: 'string' },
  'own-origin': { type: 'boolean', default: false },
  'if-changed': { type: 'boolean', default: false },
  'dry-run': { type: 'boolean', default: false },
  push: { type: 'string' },
  json: { type: 'boolean' },
} as const;

type OptionName = keyof typeof options;

/** The options of every command that flips something, here or at a target. */
const flips: OptionName[] = ['site', 'target', 'origin', 'backend', 'key', 'own-origin'];
const queries: OptionName[] = ['site', 'target', 'backend', 'key', 'json'];

const verbs: Partial<Record<string, { options: OptionName[]; words: string[] }>> = {
  help: { options: ['site'], words: ['help'] },
  status: { options: queries, words: ['status'] },
  history: { options: queries, words: ['history'] },
  watch: { options: flips, words: ['watch'] },
  gc: { options: ['site', 'target', 'dry-run'], words: ['gc'] },
  render: { options: ['site', 'origin', 'backend', 'key', 'own-origin', 'push', 'if-changed'], words: ['render'] },
  rollback: { options: flips, words: ['rollback', '<app>', '<version>'] },
  canary: { options: flips, words: ['canary', '<app>', '<percent>'] },
  promote: { options: flips, words: ['promote', '<app>'] },
  disable: { options: flips, words: ['disable', '<app>'] },
  enable: { options: flips, words: ['enable', '<app>'] },
  preview: { options: ['site', 'backend', 'key', 'end'], words: ['preview', '<app>', '<version>'] },
};

/**
 * Reads the command line of the release tool.
 * @throws Error when an option does not apply to the command; Rejection when there is no such command
 */
export function readReleaseCommandLine(args: string[]) {
  return readCommandLine(args, {
    command: 'npm run release',
    options,
    variants([verb = 'help', another]) {
      const known = verbs[verb];
      if (known) return { name: verb, ...known };
      if (another !== undefined) throw new Rejection(`There is no command ${verb}.`, usage);
      return { name: '<app>', options: [...flips, 'canary', 'preview'], words: ['<app>'] };
    },
  });
}
