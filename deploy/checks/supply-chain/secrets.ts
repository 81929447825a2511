import { lintSource } from '@secretlint/core';
import { creator } from '@secretlint/secretlint-rule-preset-recommend';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Keys of this product that secretlint does not know. */
const ownKeys = [/\bsb_secret_[\w-]{20,}/, /\brzp_live_\w{10,}/];

/** A placeholder, or a server on the reader's own machine. */
const allows = ['/:<password>@/', '/@127\\.0\\.0\\.1/'];
const exceptions = ['database-connection-string', 'basicauth'].map((name) => ({
  id: `@secretlint/secretlint-rule-${name}`,
  options: { allows },
}));

/** Files that are no text, or that only npm writes. */
const unread = /\.(png|ico|woff2|ttf|jpg|webp)$|^package-lock\.json$/;

/** The files that git tracks or would add, as paths within the repository. */
export function committedFiles(repository: string): string[] {
  const args = ['ls-files', '--cached', '--others', '--exclude-standard', '-z'];
  const { stdout, status, stderr } = spawnSync('git', args, { cwd: repository, encoding: 'utf8', maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`git ls-files failed: ${stderr}`);
  return stdout.split('\0').filter((file) => file && !unread.test(file));
}

/** Reads files and looks for keys, tokens, passwords in addresses, and private keys. @returns a sentence for each */
export async function secretsInFiles(repository: string, files: string[]): Promise<string[]> {
  const found: string[] = [];
  for (const file of files) found.push(...(await secretsIn(file, readFileSync(join(repository, file), 'utf8'))));
  return found;
}

/** The same for one text. The sentence names the line, never the secret: it ends up in logs. */
export async function secretsIn(file: string, text: string): Promise<string[]> {
  const { messages } = await lintSource({
    source: { filePath: file, content: text, contentType: 'text' },
    options: { config: { rules: [{ id: 'recommended', rule: creator, rules: exceptions }] }, maskSecrets: true },
  });
  const own = text.split('\n').flatMap((line, index) => (ownKeys.some((key) => key.test(line)) ? [index + 1] : []));
  return [
    ...messages.map(
      ({ loc, ruleId }) => `${file}:${loc.start.line} holds a secret (${ruleId.split('-rule-').at(-1)}).`,
    ),
    ...own.map((line) => `${file}:${line} holds a secret (key of this product).`),
  ];
}
