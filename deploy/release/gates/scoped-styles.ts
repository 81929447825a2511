import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type Container, type Document, type Rule } from 'postcss';
import { publicFolder } from '../release-record.ts';
import type { Candidate } from './candidate.ts';

/** How many selectors a refusal names. */
const NAMED = 5;

/** The styles of a remote reach its own elements only: every selector has a class that starts with the remote's name. */
export function scopedStylesGate({ release, siteFolder }: Candidate): string[] {
  const { app, version } = release;
  if (app === 'shell') return []; // the ground that all pages stand on
  const folder = publicFolder(siteFolder, app, version);
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.css'));
  const foreign = sheets.flatMap((sheet) => unscopedRules(readFileSync(join(folder, sheet), 'utf8'), app));
  if (foreign.length === 0) return [];
  const named = [...new Set(foreign)].slice(0, NAMED).join(', ');
  return [
    `Styles of ${app} would reach elements of others: ${named}. Write them in a CSS Module, with a class of ${app} in each selector.`,
  ];
}

/** Selectors and imports of a style sheet that are not bound to the app. */
export function unscopedRules(css: string, app: string): string[] {
  const found: string[] = [];
  const root = postcss.parse(css);
  root.walkAtRules('import', (rule) => void found.push(`@import ${rule.params}`));
  root.walkRules((rule) => {
    if (isInside(rule, (name) => /keyframes$/.test(name))) return;
    for (const selector of rule.selectors) if (!isScoped(selector, app) && !isNested(rule)) found.push(selector);
  });
  return found;
}

/** A class within `:not(…)` or `:has(…)` says nothing about the element that gets the style. */
function isScoped(selector: string, app: string): boolean {
  let outer = selector;
  for (let before = ''; before !== outer;) {
    before = outer;
    outer = outer.replace(/:(?:not|has)\((?:[^()]|\([^()]*\))*\)/g, '');
  }
  return new RegExp(`\\.${app}-`).test(outer);
}

/** A rule within another counts from that one's elements, which is checked there. */
function isNested(rule: Rule): boolean {
  for (let around: Container | Document | undefined = rule.parent; around; around = around.parent)
    if (around.type === 'rule') return true;
  return false;
}

function isInside(rule: Rule, matches: (atRule: string) => boolean): boolean {
  const { parent } = rule;
  return parent?.type === 'atrule' && 'name' in parent && matches(String(parent.name));
}
