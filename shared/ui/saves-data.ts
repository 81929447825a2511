/** Only Chromium tells. */
interface NetworkInformation {
  saveData?: boolean;
  effectiveType?: string;
}

/** Whether the visitor saves data, or has a network on which a needless download delays the next needed one. */
export function savesData(): boolean {
  const { connection = {} } = navigator as Navigator & { connection?: NetworkInformation };
  return connection.saveData === true || connection.effectiveType?.includes('2g') === true;
}
