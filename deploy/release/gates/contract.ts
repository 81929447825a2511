import type { PartFault } from '@twostroke/shared/contracts/prerender';
import type { Renderer } from '../prerender/start-renderer.ts';

/**
 * Every page and slot of the manifest can be loaded by the shell it will live with, exports a Component, and renders
 * there, a page as far as it comes without its data. For a new shell that is asked of all live remotes.
 */
export async function contractGate(renderer: Pick<Renderer, 'checkParts'>, app: string): Promise<string[]> {
  try {
    return (await renderer.checkParts(app === 'shell' ? undefined : app)).map((fault) =>
      app === 'shell' ? forShell(fault) : forRemote(fault),
    );
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return [`The contract could not be checked: ${reason}`];
  }
}

function forShell({ remote, part, reason, rendering }: PartFault): string {
  const fault = rendering ? 'render' : 'load';
  return `The new shell can't ${fault} ${part} of the live ${remote}: ${reason}. Keep what live remotes need, or release ${remote} first.`;
}

function forRemote({ remote, part, reason, rendering }: PartFault): string {
  if (!rendering)
    return `The live shell can't load ${part} of ${remote}: ${reason}. Correct it in src/remote.tsx or the part itself.`;
  return `The live shell can't render ${part} of ${remote}: ${reason}. Correct it; if it uses what only a newer shell brings, release the shell first.`;
}
