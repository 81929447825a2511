import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from '../router/index.ts';
import type { SlotName, Slots } from './slots.ts';

/** A page of a remote: one file in src/pages, loaded when its route is first visited. */
export interface PageModule {
  Component: ComponentType;
  /** Loads the page's data. Throw `notFound()` for an unknown slug, an AppError for a failure. */
  loader?: (args: LoaderFunctionArgs) => unknown;
  handle?: PageHandle;
}

export interface PageHandle {
  /** Structured data of the page, made from the loader's data; written into the document by the release step. */
  jsonLd?: (data: never) => object | object[];
}

/** A fragment that a remote provides for a slot: one file in src/slots. */
export type SlotModule<Name extends SlotName = SlotName> = {
  [One in Name]: { Component: ComponentType<Slots[One]> };
}[Name];

/** The only module that a remote exposes (`./remote`). Everything in it is loaded lazily. */
export interface RemoteModule {
  contract: 1;
  pages: Record<string, () => Promise<PageModule>>;
  slots: { [Name in SlotName]?: () => Promise<SlotModule<Name>> };
}
