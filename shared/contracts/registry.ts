import type { Access, PageFrame, Prerender, SlotPlace } from './manifest.ts';
import type { SlotName } from './slots.ts';

/** One file of a release, relative to the site's root, with its subresource integrity value. */
export interface RegistryFile {
  href: string;
  integrity: string;
  /** Size as it is sent to a browser that knows Brotli; missing in older releases. */
  bytes?: number;
}

/** A style sheet also has the key by which the bundler recognises it as loaded. */
export interface RegistryStyle extends RegistryFile {
  key: string;
}

export interface RegistryRoute {
  /** `remote:page`, unique. */
  id: string;
  remote: string;
  page: string;
  path: string;
  access: Access;
  prerender: Prerender;
  /** A value that this shell does not know counts as none. */
  frame?: PageFrame;
  places?: SlotPlace[];
  /** Scripts the page needs, the remote's entry first; preloaded with integrity. */
  js: RegistryFile[];
  css: RegistryStyle[];
}

export interface RegistrySlot {
  name: SlotName;
  remote: string;
  access: Access;
  js: RegistryFile[];
  css: RegistryStyle[];
}

export interface RegistryRemote {
  name: string;
  version: string;
  entry: string;
  /** Disabled by the shop: its pages say so, and none of its files is fetched. */
  disabled?: boolean;
}

/** What is live: which remotes, at which version, owning which routes. Read once per tab. */
export interface Registry {
  schema: 1;
  remotes: RegistryRemote[];
  routes: RegistryRoute[];
  slots: RegistrySlot[];
}
