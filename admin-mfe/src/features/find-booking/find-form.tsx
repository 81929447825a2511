import { useSearchParams } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import type { FormEvent } from 'react';
import styles from './find-form.module.css';

/** Finds a booking of any day by its number, the plate or the phone. */
export function FindForm({ query, date }: { query: string; date: string }) {
  const [, setSearch] = useSearchParams();
  const find = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const q = new FormData(event.currentTarget).get('q');
    setSearch({ date, q: typeof q === 'string' ? q : '' });
  };
  return (
    <form role="search" className={styles.form} onSubmit={find}>
      <label htmlFor="find" className={styles.label}>
        <VisuallyHidden>Find a booking by number, phone or plate</VisuallyHidden>
        <TextInput
          id="find"
          key={query}
          type="search"
          name="q"
          placeholder="Number, phone or plate"
          defaultValue={query}
        />
      </label>
      <Button type="submit" variant="line" small>
        Find
      </Button>
    </form>
  );
}
