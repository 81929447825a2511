import type { RemoteManifest } from '../contracts/manifest.ts';
export function readManifest(file: string): Promise<RemoteManifest>;
