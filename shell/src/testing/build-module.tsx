import type { PageModule, RemoteModule, SlotModule } from '@twostroke/shared/contracts/module';

/** A remote with these pages and slots. */
export function buildModule(
  pages: Record<string, PageModule> = {},
  slots: Record<string, SlotModule> = {},
): RemoteModule {
  return { contract: 1, pages: importersOf(pages), slots: importersOf(slots) };
}

function importersOf<Part>(parts: Record<string, Part>): Record<string, () => Promise<Part>> {
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, () => Promise.resolve(part)]));
}

/** A page that shows a heading. */
export function buildPage(heading: string, part: Partial<PageModule> = {}): PageModule {
  return { Component: () => <h1>{heading}</h1>, ...part };
}
