import { useRef, useState, type FormEvent } from 'react';

export type FieldErrors = Readonly<Record<string, string | undefined>>;

export interface Submit {
  busy: boolean;
  /** Validation errors of single fields, by the id of the field. */
  errors: FieldErrors;
  /** The error of the whole form, as a sentence. */
  problem: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export interface SubmitSteps {
  /** Validates the fields; a form with errors is not sent, and the first invalid field gets the focus. */
  check: (data: FormData) => FieldErrors;
  /** Sends the form. Returns a sentence when it was rejected, or one for a field; null when it succeeded. */
  send: (data: FormData) => Promise<string | FieldErrors | null>;
  /** The page navigates away on success: the form stays busy until then. */
  staysBusy?: boolean;
}

/**
 * One form: validates, sends once at a time, and shows errors. Forms have `noValidate`, because the messages are ours.
 */
export function useSubmit({ check, send, staysBusy }: SubmitSteps): Submit {
  const [busy, setBusy] = useState(false);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef(false);

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    setProblem(null);
    if (showErrors(form, check(data))) return;
    sending.current = true;
    setBusy(true);
    const rejection = await send(data);
    if (rejection === null && staysBusy) return;
    sending.current = false;
    setBusy(false);
    if (typeof rejection === 'string') setProblem(rejection);
    else if (rejection) showErrors(form, rejection);
  }

  /** Focuses the first invalid field. @returns whether there is one */
  function showErrors(form: HTMLFormElement, found: FieldErrors): boolean {
    setErrors(found);
    const first = Object.keys(found).find((id) => found[id]);
    const named = first ? form.elements.namedItem(first) : null;
    const control =
      named instanceof RadioNodeList
        ? [...named].find((node) => node instanceof HTMLInputElement && !node.disabled)
        : named;
    if (control instanceof HTMLElement) control.focus();
    return first !== undefined;
  }

  return {
    busy,
    errors,
    problem,
    onSubmit: (event) => {
      event.preventDefault();
      if (!sending.current) void submit(event.currentTarget);
    },
  };
}

/** A text field's value; a missing one is empty. */
export function textOf(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
