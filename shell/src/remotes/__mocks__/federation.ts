import type { RemoteModule } from '@twostroke/shared/contracts/module';

/** Fake of the federation runtime. The shell's tests replace only this and the network. */
export const registerRemote = jest.fn<void, [name: string, entry: string, again?: boolean]>();
export const loadRemoteModule = jest.fn<Promise<RemoteModule>, [name: string]>();
