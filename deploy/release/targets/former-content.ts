import * as v from 'valibot';

const releaseFile = v.object({ content: v.string() });

/**
 * Where documents have no generations, content files stay as long as their content is live or was live before: tabs
 * that were opened then still take them.
 * @param releaseFiles texts of `release.json`: the one that is pushed, and the one that was there
 * @returns whether a path (`pages/catalog/1.0.0/<content>/bikes.json`) is such a file
 */
export function keepsContentOf(...releaseFiles: (string | null)[]): (path: string) => boolean {
  const contents = new Set(releaseFiles.flatMap((text) => contentIn(text) ?? []));
  return (path) => {
    const [folder, , , content = ''] = path.split('/');
    return folder === 'pages' && contents.has(content);
  };
}

function contentIn(text: string | null): string | null {
  try {
    return v.parse(releaseFile, JSON.parse(text ?? 'null')).content;
  } catch {
    return null; // nothing was pushed yet, or by a version without content files
  }
}
