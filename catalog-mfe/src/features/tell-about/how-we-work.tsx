import { formatRupeesChoice } from '@twostroke/shared/domain/money';
import { TallyStrokes } from '@twostroke/shared/ui/tally';
import styles from './how-we-work.module.css';

interface HowWeWorkProps {
  /** Rupees of extra work that a customer can allow. */
  limits: readonly number[];
}

const rulesFor = (limits: readonly number[]) => [
  {
    title: 'You know the price before you book',
    text: 'It depends on the size of the engine and includes GST. What is not in it stands right below.',
  },
  {
    title: 'Nothing extra without your yes',
    text: `You set a limit of ${formatRupeesChoice(limits)}. Above it we stop, and you say yes or no to each line.`,
  },
  { title: 'You see what we saw', text: 'The job card is ticked, and old parts are yours.' },
  {
    title: 'You pay at the end',
    text: 'After the test ride, by UPI, card or cash, with a GST invoice. Or ahead, if you like.',
  },
];

/** The four rules of the workshop. */
export function HowWeWork({ limits }: HowWeWorkProps) {
  return (
    <ol className={styles.rules}>
      {rulesFor(limits).map(({ title, text }, index) => (
        <li key={title} className={styles.rule}>
          <span className={styles.strokes}>
            <TallyStrokes count={index + 1} big />
          </span>
          <h3>{title}</h3>
          <p>{text}</p>
        </li>
      ))}
    </ol>
  );
}
