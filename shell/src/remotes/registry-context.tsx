import type { Registry } from '@twostroke/shared/contracts/registry';
import { createContext, useContext } from 'react';

const RegistryContext = createContext<Registry>({ schema: 1, remotes: [], routes: [], slots: [] });

export const RegistryProvider = RegistryContext.Provider;

/** The registry this tab started with. */
export function useRegistry(): Registry {
  return useContext(RegistryContext);
}
