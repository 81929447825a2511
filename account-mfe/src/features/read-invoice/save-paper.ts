import { importOnline } from '@twostroke/shared/client';
import { saveFile } from '../../parts/save-file.ts';
import type { Paper } from './paper.ts';

/**
 * Saves a paper as a PDF. Its writer and font are downloaded only here.
 * @returns a sentence when it can't be done
 */
export async function savePaper(paper: Paper): Promise<string | null> {
  try {
    const [{ canBeSet, paperPdf }, { default: address }] = await Promise.all([
      importOnline(() => import('./paper-pdf.ts')),
      importOnline(() => import('@twostroke/shared/ui/fonts/anek-condensed-700.ttf')),
    ]);
    if (!canBeSet(paper)) return 'This paper has letters that our PDF can not show. Print it, and choose to save it.';
    const font = new Uint8Array(await (await fetch(address)).arrayBuffer());
    saveFile(`${paper.number.replaceAll('/', '-')}.pdf`, 'application/pdf', await paperPdf(paper, font));
    return null;
  } catch {
    return 'The PDF could not be made. Nothing is lost: check the connection and try again, or print it.';
  }
}
