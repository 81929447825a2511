import { useRef, useState, type FormEvent } from 'react';

export type Faults = Readonly<Record<string, string | undefined>>;

export interface Submit {
  busy: boolean;
  /** What is wrong with single fields, by the id of the field. */
  faults: Faults;
  /** What went wrong with the whole, as a sentence. */
  problem: string | null;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
}

export interface SubmitSteps {
  /** Checks the fields; a form with faults is not sent, and the first wrong field gets the focus. */
  check: (data: FormData) => Faults;
  /** Sends the form. Answers a sentence when it was refused, null when it worked. */
  send: (data: FormData) => Promise<string | null>;
  /** The page goes elsewhere when it worked: the form does not become pressable again before. */
  staysBusy?: boolean;
}

/** One form: checks, sends once at a time, and says what went wrong. Forms carry `noValidate`: the words are ours. */
export function useSubmit({ check, send, staysBusy }: SubmitSteps): Submit {
  const [busy, setBusy] = useState(false);
  const [faults, setFaults] = useState<Faults>({});
  const [problem, setProblem] = useState<string | null>(null);
  const sending = useRef(false);

  async function submit(form: HTMLFormElement): Promise<void> {
    const data = new FormData(form);
    const found = check(data);
    setFaults(found);
    setProblem(null);
    const first = Object.keys(found).find((id) => found[id]);
    if (first) {
      const control = form.elements.namedItem(first);
      if (control instanceof HTMLElement) control.focus();
      return;
    }
    sending.current = true;
    setBusy(true);
    const refusal = await send(data);
    setProblem(refusal);
    if (refusal === null && staysBusy) return;
    sending.current = false;
    setBusy(false);
  }

  return {
    busy,
    faults,
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
