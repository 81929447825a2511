import { Section } from '../../parts/section.tsx';
import { TallyStrokes } from '@twostroke/shared/ui/tally';
import styles from './four-strokes.module.css';

const strokes = [
  { title: 'Book', text: 'Choose bike, service and a two-hour window. Two minutes, no account.' },
  {
    title: 'We come',
    text: 'A mechanic comes to your gate with the oil and parts for your model. Or we pick the bike up.',
  },
  {
    title: 'You decide',
    text: 'If something extra is due, we send you a link: what it is, why, and the price. You tap yes or no.',
  },
  {
    title: 'You pay',
    text: 'After the test ride, by UPI, card or cash. The bill names the oil, the parts and the GST.',
  },
] as const;

/** The four steps of a service. */
export function FourStrokes() {
  return (
    <Section title="Four strokes to done">
      <ol className={styles.how}>
        {strokes.map(({ title, text }, index) => (
          <li key={title}>
            <span className={styles.strokes}>
              <TallyStrokes count={index + 1} big />
            </span>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}
