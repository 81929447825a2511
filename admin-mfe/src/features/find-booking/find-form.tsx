import { Form } from '@twostroke/shared/router';
import { Button } from '@twostroke/shared/ui/button';
import { TextInput } from '@twostroke/shared/ui/text-input';
import { VisuallyHidden } from '@twostroke/shared/ui/visually-hidden';
import styles from './find-form.module.css';

/** Finds a booking of any day by its number, the plate or the phone. */
export function FindForm({ query, date }: { query: string; date: string }) {
  return (
    <Form role="search" className={styles.form}>
      <input type="hidden" name="date" value={date} />
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
    </Form>
  );
}
