import userEvent from '@testing-library/user-event';

/**
 * Puts a text into a field at once, as a paste does. Each typed key renders the page again: type only where typing is
 * what is tested.
 */
export async function fill(field: Element, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
