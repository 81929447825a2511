type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The field's last value, and whether a box was ticked. */
interface Entered {
  value: string;
  checked?: boolean;
}

interface InputRecorder {
  /** Stops recording and returns the used controls in order. */
  (): Control[] & { entered: Map<Control, Entered> };
  /** The controls used so far. */
  kept: readonly Control[];
}

declare global {
  /** Set by the inline script of a prerendered document. */
  var twostrokeEarlyInput: InputRecorder | undefined;
}

const nameOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? (control.name || control.textContent || control.id);
const allControls = (): Control[] =>
  Array.from(document.querySelectorAll<Control>('#root :is(button, input, select, textarea)'));

/** Addresses that the buttons lead to which have been pressed so far. */
export function pressedAddresses(): string[] {
  return (globalThis.twostrokeEarlyInput?.kept ?? []).flatMap(({ dataset }) => dataset['leadsTo'] ?? []);
}

/**
 * Records the position of each control in the document before React hydrates it.
 * @returns replays once, in order, what was pressed and entered until it is called: in the control itself or, where the
 *    page was rendered again, in the control with the same name at the same place
 */
export function captureInput(): () => void {
  const controls = allControls();
  const names = controls.map(nameOf);
  /** The control at the same place, if it has the same name. */
  function counterpartOf(used: Control): Control | undefined {
    const place = controls.indexOf(used);
    const control = allControls()[place];
    return control && nameOf(control) === names[place] ? control : undefined;
  }
  return () => {
    const given = globalThis.twostrokeEarlyInput?.();
    globalThis.twostrokeEarlyInput = undefined; // not `delete`: the minifier would move the call after it
    for (const type of ['click', 'input']) document.addEventListener(type, hydrateForInput, true);
    for (const used of given ?? []) {
      const control = used.isConnected ? used : counterpartOf(used);
      delete used.dataset['heard'];
      if (control) replay(control, given?.entered.get(used));
    }
  };
}

function replay(control: Control, { value, checked }: Entered = { value: '' }): void {
  hydrateNow(control);
  if (control instanceof HTMLButtonElement) control.click();
  else if (isBox(control)) tick(control, checked);
  else enter(control, value);
}

type Field = (HTMLInputElement | HTMLTextAreaElement) & {
  /** React's record of the value that it knows. React creates it when it begins to hydrate the field. */
  _valueTracker?: { getValue(): string; setValue(value: string): void };
};

/**
 * Hydrates the part that contains a field before React receives the event. Hydration records the value that the field has
 * by then, and React ignores an event whose value is recorded: so the former value is restored in that record. Needed for
 * input without a pointer or a key, as from a screen reader or autofill: otherwise an earlier event hydrates the part.
 */
function hydrateForInput({ target, type }: Event): void {
  if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return;
  if (isBox(target) !== (type === 'click')) return;
  const field: Field = target;
  // A hydration that was interrupted has recorded a value, and records the new one when it is repeated.
  const recorded = field._valueTracker?.getValue();
  hydrateNow(field);
  if (field._valueTracker?.getValue() !== recorded) field._valueTracker?.setValue(recorded ?? servedValue(field));
}

function servedValue(field: HTMLInputElement | HTMLTextAreaElement): string {
  return isBox(field) ? String(field.defaultChecked) : field.defaultValue;
}

function isBox(control: Control): control is HTMLInputElement {
  return control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type);
}

/**
 * React hydrates the part that a control is in when such an event reaches it. It must know the field before its value
 * changes, or it takes the new value for the first one.
 */
function hydrateNow(control: Control): void {
  control.dispatchEvent(new Event('dragend', { bubbles: true }));
}

/** React ignores a box that is already in the new state, so it is toggled first. */
function tick(box: HTMLInputElement, checked = false): void {
  box.checked = !checked;
  box.click();
}

/** React ignores a value that it has already seen, so the field gets another one first, then the real one silently. */
function enter(field: Exclude<Control, HTMLButtonElement>, value: string): void {
  field.value = `${value} `;
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}
