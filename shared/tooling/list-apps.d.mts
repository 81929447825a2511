export interface App {
  name: string;
  kind: 'shell' | 'remote';
  /** Its folder in the checkout. */
  workspace: string;
}
export function listApps(root: string): App[];
export function workspaceOf(name: string): string;
