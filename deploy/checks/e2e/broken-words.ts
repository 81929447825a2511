import type { Page } from 'playwright-core';

/** Words and windows of time that a narrow column breaks in two, on a dialog or else the page, each with the text that it stands in. */
export function brokenWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialogs = document.querySelectorAll('dialog[open]');
    const root = dialogs[dialogs.length - 1] ?? document.body;
    const found: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      const content = text.textContent ?? '';
      if (!owner?.checkVisibility() || owner.clientWidth === 1) continue;
      // Addresses, codes and references may be broken anywhere.
      for (const { 0: word, index } of content.matchAll(
        /(?<![^\s(“])(?:\p{L}{2,14}(?![^\s,.;:?)”])|\d+–\u2060?\d+(?=\s[ap]m))/gu,
      )) {
        range.setStart(text, index);
        range.setEnd(text, index + word.length);
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
        if (lines.size > 1) found.push(`${word}: ${content.trim().slice(0, 60)}`);
      }
    }
    return found;
  });
}

/** Texts that stand out of their box to the right, on a dialog or else the page. What is meant to be cut or drawn is left out. */
export function spilledWords(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const dialogs = document.querySelectorAll('dialog[open]');
    const root = dialogs[dialogs.length - 1] ?? document.body;
    const found: string[] = [];
    const range = document.createRange();
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const owner = text.parentElement;
      const words = text.textContent?.trim();
      if (!words || !owner?.checkVisibility() || owner.clientWidth === 1 || owner.closest('nav, svg')) continue;
      let block = owner;
      while (getComputedStyle(block).display.startsWith('inline') && block.parentElement) block = block.parentElement;
      const { right } = block.getBoundingClientRect();
      range.selectNodeContents(text);
      const past = Math.max(...[...range.getClientRects()].map((line) => line.right)) - right;
      if (past > 2 && right > 0) found.push(`${words.slice(0, 60)}: ${Math.round(past)} px out of its box`);
    }
    return found;
  });
}
