import { runReleaseCommand } from '../../release/commands/release-command.ts';
import { secondsSince } from './drill-row.ts';
import type { DrillSite } from './open-drill-site.ts';

/** What a command of the release tool did. */
export interface CommandResult {
  code: number;
  said: string;
  seconds: number;
}

/** Runs `npm run release -- …` on the drill's site. @param checkout the folder with the sources */
export async function releaseTool(
  { siteFolder }: Pick<DrillSite, 'siteFolder'>,
  checkout: string,
  ...args: string[]
): Promise<CommandResult> {
  const began = Date.now();
  const lines: string[] = [];
  const code = await runReleaseCommand([...args, '--site', siteFolder], checkout, (line) => lines.push(line));
  return { code, said: lines.join('\n'), seconds: secondsSince(began) };
}
