/** Joins class names; false, null and undefined fall out. Returns undefined when nothing is left, so no empty attribute. */
export function classList(...names: readonly (string | false | null | undefined)[]): string | undefined {
  return names.filter(Boolean).join(' ') || undefined;
}
