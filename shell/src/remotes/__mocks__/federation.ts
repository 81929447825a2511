import type { RemoteModule } from '@twostroke/shared/contracts/module';

/** Fake of the federation runtime, the only thing besides the network that the shell's tests replace. */
export const registerRemote = jest.fn<void, [name: string, entry: string, again?: boolean]>();
export const loadRemoteModule = jest.fn<Promise<RemoteModule>, [name: string]>();
