import type { Access, PageFrame, RemoteManifest } from '@twostroke/shared/contracts/manifest';
import type { Page } from 'playwright-core';
import { classicGeneralService } from './book-by-page.ts';
import { logo } from './locators.ts';
import { manifests } from './remotes.ts';

/** How a visitor recognises a page of a remote, and comes to it. */
interface PageWords {
  title: string | RegExp;
  /** A page of another remote. */
  other: string;
  otherTitle: string | RegExp;
  /** Goes to the other page by a link of the frame, which works when the page itself does not. */
  leave(page: Page): Promise<void>;
  /** A page of another remote with a link to this one. */
  start: string;
  follow(page: Page): Promise<void>;
}

/** A page of a remote and the ways to it. */
export interface RemotePage extends PageWords {
  remote: string;
  /** Name in the remote's manifest. */
  page: string;
  path: string;
  access: Access;
  frame: PageFrame | undefined;
  /** Prerendered: it stays readable when its code fails to load. */
  ahead: boolean;
}

/** Every footer links this page. */
const about = { path: '/about', title: /about twostroke/i };
const followAbout = (page: Page): Promise<void> =>
  page.getByRole('contentinfo').getByRole('link', { name: 'About' }).click();
const followSignIn = (page: Page): Promise<void> => page.getByRole('link', { name: 'Sign in' }).first().click();

/** What differs from a manifest's first page and `usualWords`. */
const wordsOf: Record<string, Partial<PageWords> & { page?: string }> = {
  catalog: {
    page: 'about',
    title: about.title,
    other: '/auth',
    otherTitle: 'Sign in with your phone',
    leave: followSignIn,
    start: '/auth',
    follow: followAbout,
  },
  cart: {
    title: /which bike|where and when/i,
    start: classicGeneralService,
    follow: (page) => page.getByRole('button', { name: 'Book a time' }).filter({ visible: true }).last().click(),
  },
  account: {
    title: 'Sign in with your phone',
    follow: followSignIn,
  },
  admin: {
    title: /\d/,
    follow: (page) => page.getByRole('link', { name: 'Workshop', exact: true }).first().click(),
  },
};

/** For a page without words of its own: any heading but that of the page before, and the browser's history as link. */
function usualWords(path: string, frame: PageFrame | undefined): PageWords {
  return {
    title: new RegExp(`^(?!.*${about.title.source}).`, 'is'),
    ...(frame === 'tool'
      ? { other: '/', otherTitle: /serviced at your gate/, leave: (page) => logo(page).click() }
      : { other: about.path, otherTitle: about.title, leave: followAbout }),
    start: about.path,
    follow: (page) =>
      page.evaluate((address) => {
        history.pushState({}, '', address);
        dispatchEvent(new PopStateEvent('popstate'));
      }, path),
  };
}

/**
 * The page that stands for a remote: the one of `wordsOf`, else its first public page without parameters, else its
 * first page without parameters.
 * @throws Error when there is none
 */
export function pageOfRemote({ name: remote, routes }: RemoteManifest): RemotePage {
  const { page, ...words } = wordsOf[remote] ?? {};
  const plain = routes.filter(({ path }) => !path.includes(':'));
  const route = page
    ? plain.find((one) => one.page === page)
    : (plain.find(({ access }) => access === 'public') ?? plain[0]);
  if (!route)
    throw new Error(
      `${remote} has no page${page ? ` ${page}` : ''} without parameters. Add one to its manifest, or name another in deploy/checks/e2e/remote-pages.ts.`,
    );
  const { path, access, frame, prerender } = route;
  const ahead = prerender !== 'never';
  return { remote, page: route.page, path, access, frame, ahead, ...usualWords(path, frame), ...words };
}

/** One page of each remote. A visitor of one that is not public is signed in as an admin. */
export const remotePages: readonly RemotePage[] = manifests.map(pageOfRemote);

/** The page of one remote. */
export function remotePage(remote: string): RemotePage {
  return remotePages.find((one) => one.remote === remote)!;
}
