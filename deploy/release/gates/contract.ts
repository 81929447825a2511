import type { ModuleFailure } from '@twostroke/shared/contracts/prerender';
import type { Renderer } from '../../site/prerender/start-renderer.ts';

/**
 * Requires that the shell of the same live set can load every page and slot of the manifest, that each exports a
 * Component, and that it renders there, a page up to its data. For a new shell all live remotes are checked.
 */
export async function contractGate(renderer: Pick<Renderer, 'checkParts'>, app: string): Promise<string[]> {
  try {
    return (await renderer.checkParts(app === 'shell' ? undefined : app)).map((failure) =>
      app === 'shell' ? forShell(failure) : forRemote(failure),
    );
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return [`The contract could not be checked: ${reason}`];
  }
}

function forShell({ remote, part, reason, rendering }: ModuleFailure): string {
  const step = rendering ? 'render' : 'load';
  return `The new shell can't ${step} ${part} of the live ${remote}: ${reason}. Keep what live remotes need, or release ${remote} first.`;
}

function forRemote({ remote, part, reason, rendering }: ModuleFailure): string {
  if (!rendering)
    return `The live shell can't load ${part} of ${remote}: ${reason}. Fix the page or slot, or its line in src/manifest.ts.`;
  return `The live shell can't render ${part} of ${remote}: ${reason}. Fix it; if it needs a newer shell, release the shell first.`;
}
