import type { Registry } from '@twostroke/shared/contracts/registry';
import { createContext, useContext } from 'react';

const RegistryContext = createContext<Registry>({ schema: 1, remotes: [], routes: [], slots: [] });

export const RegistryProvider = RegistryContext.Provider;

/** The registry this tab started with. */
export function useRegistry(): Registry {
  return useContext(RegistryContext);
}

/** Whether the shop has switched this remote off. */
export function isSwitchedOff({ remotes }: Registry, remote: string): boolean {
  return remotes.some(({ name, disabled }) => name === remote && disabled);
}
