import type { Page } from 'playwright-core';
import { classicGeneralService } from './book-by-page.ts';

/** A page of a remote and the ways to it. */
export interface RemotePage {
  remote: 'catalog' | 'cart' | 'account' | 'admin';
  /** Name in the remote's manifest. */
  page: string;
  path: string;
  title: string | RegExp;
  /** Prerendered: it stays readable when its code fails to load. */
  ahead: boolean;
  /** A page of another remote. */
  other: string;
  otherTitle: string | RegExp;
  /** A page of another remote with a link to this one. */
  start: string;
  follow(page: Page): Promise<void>;
}

const questions = { path: '/faq', title: /asked/i };

/** One page of each remote. The one of admin-mfe needs an admin. */
export const remotePages: readonly RemotePage[] = [
  {
    remote: 'catalog',
    page: 'faq',
    ...questions,
    ahead: true,
    other: '/auth',
    otherTitle: 'Sign in with your phone',
    start: '/auth',
    follow: (page) => page.getByRole('contentinfo').getByRole('link', { name: 'Questions and answers' }).click(),
  },
  {
    remote: 'cart',
    page: 'book-service',
    path: '/book-service',
    title: /which bike/i,
    ahead: true,
    other: questions.path,
    otherTitle: questions.title,
    start: classicGeneralService,
    follow: (page) => page.getByRole('button', { name: 'Book a time' }).filter({ visible: true }).last().click(),
  },
  {
    remote: 'account',
    page: 'auth',
    path: '/auth',
    title: 'Sign in with your phone',
    ahead: false,
    other: questions.path,
    otherTitle: questions.title,
    start: questions.path,
    follow: (page) => page.getByRole('link', { name: 'Sign in' }).first().click(),
  },
  {
    remote: 'admin',
    page: 'admin',
    path: '/admin',
    title: /\d/,
    ahead: false,
    other: questions.path,
    otherTitle: questions.title,
    start: questions.path,
    follow: (page) => page.getByRole('link', { name: 'Workshop', exact: true }).first().click(),
  },
];
