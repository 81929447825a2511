type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

declare global {
  /** Ends the keeping and returns what was used, in its order; set by the script in a document that was rendered ahead. */
  var twostrokeEarlyInput: (() => Control[]) | undefined;
}

interface EarlyInput {
  control: Control;
  /** What was typed or chosen, and whether it was ticked. */
  value: string;
  checked: boolean;
  /** What to look for when the page was rendered anew and the control is gone. */
  name: string;
  position: number;
}

const nameOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? (control.name || control.textContent || control.id);
const allControls = (): Control[] =>
  Array.from(document.querySelectorAll<Control>('#root :is(button, input, select, textarea)'));

let kept: EarlyInput[] = [];

/** Takes the presses and inputs that came before the page could answer. React answers from here on. */
export function collectEarlyInput(): void {
  const controls = allControls();
  kept = (globalThis.twostrokeEarlyInput?.() ?? []).map((control) => ({
    control,
    value: control.value,
    checked: 'checked' in control && control.checked,
    name: nameOf(control),
    position: controls.indexOf(control),
  }));
}

/** Does it again, each in its control or in the one that stands in its place. */
export function replayEarlyInput(): void {
  const inputs = kept;
  kept = [];
  delete globalThis.twostrokeEarlyInput;
  for (const input of inputs) {
    const control = input.control.isConnected ? input.control : allControls()[input.position];
    if (!control || nameOf(control) !== input.name) continue;
    if (control instanceof HTMLButtonElement) control.click();
    else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
      tick(control, input.checked);
    else enter(control, input.value);
  }
}

/** React takes no notice of a box that is already what it becomes, so it is turned first. */
function tick(box: HTMLInputElement, checked: boolean): void {
  box.checked = !checked;
  box.click();
}

/** React takes no notice of a value that it has seen: another one is shown to it first, and the real one behind its back. */
function enter(field: Exclude<Control, HTMLButtonElement>, value: string): void {
  field.value = `${value} `;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
