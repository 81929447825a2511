import type { ComponentType } from 'react';
import type { LoaderFunctionArgs } from '../router/index.ts';
import type { SlotName, Slots } from './slots.ts';

/** A page of a remote: one file in src/pages, loaded when its route is first visited. */
export interface PageModule {
  Component: ComponentType;
  /**
   * Loads the page's data. Throw `notFound()` for an unknown slug, an AppError for a failure. What a prerendered page
   * shows depends on its path alone, not on the query: browsers take a file with the data instead of calling this.
   */
  loader?: (args: LoaderFunctionArgs) => unknown;
  /**
   * Reads facts that change by the minute, such as free times. They are no part of the content file, so they are read
   * whenever the page is shown, after its content, which they may use; `useLoaderData` returns both (`WithLive`). The
   * page holds their place. Must not reject: what could not be read is a fact too.
   */
  live?: (args: LoaderFunctionArgs, content: never) => Promise<unknown>;
  handle?: PageHandle;
}

/** What a page with live facts gets: the facts themselves where they were prerendered, else a promise for `use`. */
export type WithLive<Content, Facts> = Content & { live: Facts | Promise<Facts> };

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
