import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { repository } from '../../release/build/ensure-installed.mjs';
import { launchChromium } from './launch-chromium.ts';

/**
 * Draws favicon.ico and apple-touch-icon.png of `deploy/site/icons` from the mark. Run it when the mark has changed:
 * node --import tsx deploy/checks/e2e/draw-site-icons.ts
 */
const mark = readFileSync(join(repository, 'shared/ui/art/mark.svg'), 'utf8');
const folder = join(repository, 'deploy/site/icons');

/** The mark as a PNG. iOS rounds the corners itself and paints transparency black. */
async function drawPng(browser: Browser, size: number, transparent: boolean): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  const field = /--logo-field,\s*(#\w+)/.exec(mark)?.[1] ?? 'none';
  const background = transparent ? 'none' : field;
  await page.setContent(
    `<style>body{margin:0;background:${background}}svg{display:block;width:100vw;height:100vh}</style>${mark}`,
  );
  const png = await page.screenshot({ omitBackground: transparent });
  await page.close();
  return png;
}

/** An ICO file that holds PNGs, one for each size. */
function icoOf(pngs: readonly { size: number; png: Buffer }[]): Buffer {
  const header = Buffer.alloc(6 + 16 * pngs.length);
  header.writeUInt16LE(1, 2); // icons, not cursors
  header.writeUInt16LE(pngs.length, 4);
  let offset = header.length;
  for (const [index, { size, png }] of pngs.entries()) {
    const at = 6 + 16 * index;
    header.writeUInt8(size, at);
    header.writeUInt8(size, at + 1);
    header.writeUInt16LE(1, at + 4); // planes
    header.writeUInt16LE(32, at + 6); // bits per pixel
    header.writeUInt32LE(png.length, at + 8);
    header.writeUInt32LE(offset, at + 12);
    offset += png.length;
  }
  return Buffer.concat([header, ...pngs.map(({ png }) => png)]);
}

const browser = await launchChromium();
try {
  const pngs = [];
  for (const size of [16, 32, 48]) pngs.push({ size, png: await drawPng(browser, size, true) });
  writeFileSync(join(folder, 'favicon.ico'), icoOf(pngs));
  writeFileSync(join(folder, 'apple-touch-icon.png'), await drawPng(browser, 180, false));
} finally {
  await browser.close();
}
