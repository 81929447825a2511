import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import postcss, { type AtRule, type ChildNode, type Container, type Document } from 'postcss';
import { publicFolder } from '../../site/record/release-record.ts';
import type { Candidate } from '../../site/record/fit/candidate.ts';

/** How many selectors, or names, a rejection names. */
const NAMED = 5;

/** The cascade layers of the site, lowest first: the shell's sheet, the first one in every document, declares them. */
const siteLayers = ['ground', 'ui', 'page'];

/** These at-rules contain rules or declare intent; they define no names that others could use. */
const harmless = new Set(['media', 'supports', 'container', 'starting-style', 'charset']);
/** The names that these at-rules define apply in the whole document, whichever sheet defines them. */
const naming = new Set(['keyframes', 'property', 'counter-style', 'font-palette-values', 'position-try', 'function']);

/**
 * Requires that the styles of a remote affect only its own elements: every selector has a class that starts with the
 * remote's name, and every name that a style sheet defines for the whole document starts with it too.
 */
export function scopedStylesGate({ release, siteFolder }: Candidate): string[] {
  const { app, version } = release;
  if (app === 'shell') return []; // its styles are shared by all pages
  const folder = publicFolder(siteFolder, app, version);
  const sheets = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.css'))
    .map((sheet) => readFileSync(join(folder, sheet), 'utf8'));
  const named = (found: string[]): string => [...new Set(found)].slice(0, NAMED).join(', ');
  const foreign = sheets.flatMap((sheet) => unscopedRules(sheet, app));
  const shared = sheets.flatMap((sheet) => sharedDefinitions(sheet, app));
  const rejections: string[] = [];
  if (foreign.length > 0)
    rejections.push(
      `Styles of ${app} would affect elements of other apps: ${named(foreign)}. Write them in a CSS Module, with a class of ${app} in each selector.`,
    );
  if (shared.length > 0)
    rejections.push(
      `Styles of ${app} would change what all pages share: ${named(shared)}. Start the names with ${app}-, and leave the order of layers and unnamed rules to the shell.`,
    );
  return rejections;
}

/** Selectors and imports of a style sheet that are not bound to the app. */
export function unscopedRules(css: string, app: string): string[] {
  const found: string[] = [];
  const root = postcss.parse(css);
  root.walkAtRules('import', (rule) => void found.push(`@import ${rule.params}`));
  root.walkRules((rule) => {
    const surroundings = allAround(rule);
    const atRules = surroundings.filter(isAtRule);
    if (atRules.some((around) => nameOf(around) === 'keyframes' || isBoundScope(around, app))) return;
    const nested = surroundings.some(({ type }) => type === 'rule');
    for (const selector of rule.selectors)
      if (!(nested ? isBoundNested(selector, app) : isBound(selector, app))) found.push(selector);
  });
  return found;
}

/** At-rules of a style sheet that apply to the whole document and whose name does not start with the app's. */
export function sharedDefinitions(css: string, app: string): string[] {
  const found: string[] = [];
  const ordered: string[] = [];
  postcss.parse(css).walkAtRules((rule) => {
    const name = nameOf(rule);
    if (harmless.has(name) || name === 'import') return; // imports are reported with the selectors
    if (name === 'layer') {
      const layers = postcss.list.comma(rule.params);
      if (!rule.nodes) ordered.push(...layers.filter((layer) => siteLayers.includes(layer)));
      if (layers.some((layer) => !isOwnLayer(layer, rule, app)) || !isInOrder(ordered)) found.push(shown(rule));
    } else if (name === 'scope') {
      if (!isBoundScope(rule, app)) found.push(shown(rule));
    } else if (name === 'font-face') {
      const family = familyOf(rule);
      if (!family.startsWith(`${app}-`)) found.push(`@font-face ${family}`.trim());
    } else if (!naming.has(name) || !rule.params.replace(/^["']|^--/, '').startsWith(`${app}-`))
      found.push(shown(rule));
  });
  return found;
}

/** Whether a selector matches only elements with a class of the app, or beside or inside one that has it. */
function isBound(selector: string, app: string, nested = false): boolean {
  const { outer, choices } = dissect(selector);
  if (new RegExp(`\\.${app}-`).test(outer) || (nested && outer.includes('&'))) return true;
  return choices.some((list) => postcss.list.comma(list).every((choice) => isBound(choice, app, nested)));
}

/**
 * A selector within another rule, whose own selector is checked separately: without an `&` it starts at that rule's
 * elements.
 */
function isBoundNested(selector: string, app: string): boolean {
  return /^[>+~]/.test(selector) || !selector.includes('&') || isBound(selector, app, true);
}

/**
 * Parses a selector: the conditions on the elements themselves, and the lists of `:is(…)` and `:where(…)`, of which one
 * must match. What is in other brackets (`:not(…)`, `:has(…)`, attributes) or in quotes binds no element.
 */
function dissect(selector: string): { outer: string; choices: string[] } {
  let outer = '';
  const choices: string[] = [];
  for (let at = 0; at < selector.length; at += 1) {
    const character = selector[at]!;
    if (character === '\\') at += 1;
    else if (character === '(' || character === '[') {
      const end = closingOf(selector, at);
      if (/:(is|where|matches|-webkit-any|-moz-any)$/i.test(outer)) choices.push(selector.slice(at + 1, end));
      outer += '()';
      at = end;
    } else outer += character;
  }
  return { outer, choices };
}

/** The position at which the bracket that opens there is closed; quotes and escapes in between are skipped. */
function closingOf(selector: string, opening: number): number {
  let depth = 0;
  let quote = '';
  for (let at = opening; at < selector.length; at += 1) {
    const character = selector[at]!;
    if (character === '\\') at += 1;
    else if (quote) quote = character === quote ? '' : quote;
    else if (character === '"' || character === "'") quote = character;
    else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') depth -= 1;
    if (depth === 0) return at;
  }
  return selector.length;
}

/** `@scope (.catalog-a) to (.catalog-b)`: its rules match only inside these elements. */
function isBoundScope(rule: AtRule, app: string): boolean {
  if (nameOf(rule) !== 'scope' || !rule.params.startsWith('(')) return false;
  const roots = rule.params.slice(1, closingOf(rule.params, 0));
  return postcss.list.comma(roots).every((root) => isBound(root, app));
}

/** All apps may add to the layers of the site. Further layers, also inside these, start with the app's name. */
function isOwnLayer(layer: string, rule: AtRule, app: string): boolean {
  const path = layer.split('.');
  for (const around of allAround(rule))
    if (isAtRule(around) && nameOf(around) === 'layer') path.unshift(...around.params.split('.'));
  const own = siteLayers.includes(path[0]!) ? path.slice(1) : path;
  return own.length === 0 || own.every((name) => name === '') || own[0]!.startsWith(`${app}-`);
}

function isInOrder(layers: string[]): boolean {
  const places = layers.map((layer) => siteLayers.indexOf(layer));
  return places.every((place, at) => at === 0 || places[at - 1]! <= place);
}

function familyOf(fontFace: AtRule): string {
  let family = '';
  fontFace.walkDecls(/^font-family$/i, ({ value }) => void (family = value.replace(/["']/g, '')));
  return family;
}

function nameOf(rule: AtRule): string {
  return rule.name.toLowerCase().replace(/^-\w+-/, '');
}

function shown({ name, params }: AtRule): string {
  return `@${name} ${params}`.trim();
}

function isAtRule(node: Container | Document): node is AtRule {
  return node.type === 'atrule';
}

/** The ancestors of a rule, the nearest first. */
function allAround(rule: ChildNode): (Container | Document)[] {
  const found: (Container | Document)[] = [];
  for (let around: Container | Document | undefined = rule.parent; around; around = around.parent) found.push(around);
  return found;
}
