type Control = HTMLButtonElement | HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** What a field held last, and whether a box was ticked. */
interface Entered {
  value: string;
  checked?: boolean;
}

interface Keeper {
  /** Ends the keeping and returns what was used, in its order. */
  (): Control[] & { entered?: Map<Control, Entered> };
  /** Presses and inputs are kept from React. Documents of older releases let them through. */
  hides?: boolean;
}

declare global {
  /** Set by the script in a document that was rendered ahead. */
  var twostrokeEarlyInput: Keeper | undefined;
}

const nameOf = (control: Control): string =>
  control.getAttribute('aria-label') ?? (control.name || control.textContent || control.id);
const allControls = (): Control[] =>
  Array.from(document.querySelectorAll<Control>('#root :is(button, input, select, textarea)'));

/**
 * Notes where each control stands in the document, before React takes it over.
 * @returns gives back once, and in its order, what was pressed and entered until it is called: to the control itself or,
 * where the page was rendered anew, to the one of the same name that stands in its place
 */
export function keepEarlyInput(): () => void {
  const places = new Map(allControls().map((control, place) => [control, { place, name: nameOf(control) }]));
  let inputs = globalThis.twostrokeEarlyInput?.hides ? null : takeInputs();
  return () => {
    const given = inputs ?? takeInputs();
    inputs = [];
    for (const { control: used, value, checked } of given) {
      const control = used.isConnected ? used : standIn(places.get(used));
      if (!control) continue;
      if (control instanceof HTMLButtonElement) control.click();
      else if (control instanceof HTMLInputElement && /^(checkbox|radio)$/.test(control.type))
        tick(control, Boolean(checked));
      else enter(control, value);
    }
  };
}

function takeInputs(): (Entered & { control: Control })[] {
  const kept = globalThis.twostrokeEarlyInput?.();
  globalThis.twostrokeEarlyInput = undefined; // not deleted: the minifier would move the call past that
  return (kept ?? []).map((control) => {
    const { value, checked } = kept?.entered?.get(control) ?? (control as Entered);
    return { control, value, checked };
  });
}

function standIn(known: { place: number; name: string } | undefined): Control | undefined {
  const control = known && allControls()[known.place];
  return control && nameOf(control) === known.name ? control : undefined;
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
