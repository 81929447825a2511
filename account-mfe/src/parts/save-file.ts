/** Hands a file to the browser as a download. @param type media type */
export function saveFile(name: string, type: string, content: BlobPart): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // Later, when the browser has started the download.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
