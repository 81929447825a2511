/**
 * Joins class names; false, null and undefined are dropped. Returns undefined when nothing is left, so no empty
 * attribute.
 */
export function classList(...names: readonly (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
