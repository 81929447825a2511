import type { Renderer } from '../prerender/start-renderer.ts';

/**
 * Every page and slot of the manifest can be loaded by the shell it will live with, and exports a Component. For a new
 * shell that is asked of all live remotes.
 */
export async function contractGate(renderer: Pick<Renderer, 'checkParts'>, app: string): Promise<string[]> {
  try {
    const faults = await renderer.checkParts(app === 'shell' ? undefined : app);
    return faults.map(({ remote, part, reason }) =>
      app === 'shell'
        ? `The new shell can't load ${part} of the live ${remote}: ${reason}. Keep what live remotes need, or release ${remote} first.`
        : `The live shell can't load ${part} of ${remote}: ${reason}. Correct it in src/remote.tsx or the part itself.`,
    );
  } catch (failure) {
    const reason = failure instanceof Error ? failure.message : String(failure);
    return [`The contract could not be checked: ${reason}`];
  }
}
