import { useId, useState } from 'react';
import { Badge, type BadgeTone } from './badge.tsx';
import { Button } from './button.tsx';
import { FormProblem } from './form-problem.tsx';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from './job-card.tsx';
import { Row } from './row.tsx';
import { Stack } from './stack.tsx';

type Answer = 'yes' | 'no' | 'later' | 'none';

export interface YesNoLine {
  id: string;
  name: string;
  price: string;
  note: string;
  badge: { tone: BadgeTone; children: string };
  /** Whether it waits for a yes or a no. */
  open: boolean;
  /** What was said, and when. */
  said?: string | null;
  /** Where the answer can be changed: to any other than the one that was given, and what a yes costs. */
  change?: { given: Answer | null; price: string } | null;
}

export interface YesNoListProps {
  title: string;
  lines: readonly YesNoLine[];
  foot: string;
  words: {
    yes: string;
    no: string;
    /** Left out where there are two answers. */
    later?: string;
    /** Where the waiting for an answer can be ended. */
    none?: string;
    /** While an answer is on its way. */
    busy: string;
  };
  /** Answers a line; resolves to a sentence when that was rejected. Not needed where no line is open. */
  onAnswer?: (id: string, answer: Answer) => Promise<string | null>;
}

/** A list of yes/no answers: each line has a price, and buttons for yes, no and later or the answer, with a change of it. */
export function YesNoList({ title, lines, foot, words, onAnswer }: YesNoListProps) {
  const [asking, setAsking] = useState<{ id: string; answer: Answer } | null>(null);
  const [problem, setProblem] = useState<{ id: string; sentence: string } | null>(null);
  const list = useId();
  const [changing, setChanging] = useState<string | null>(null);

  async function send(id: string, answer: Answer): Promise<void> {
    if (asking || !onAnswer) return;
    setAsking({ id, answer });
    setProblem(null);
    const sentence = await onAnswer(id, answer);
    if (sentence) setProblem({ id, sentence });
    setAsking(null);
    if (sentence || changing !== id) return;
    // The button that was pressed goes: the one that opened it keeps the place.
    setChanging(null);
    document.getElementById(`${list}-${id}`)?.focus();
  }

  return (
    <JobCard as="section" aria-label={title}>
      <JobCardHead title={title} />
      <JobCardBody>
        <Stack>
          {lines.map(({ id, name, price, note, badge, open, said, change }) => (
            <Stack gap="s" key={id}>
              <Row between>
                <b>
                  {name}, {price}
                </b>
                <Badge {...badge} />
              </Row>
              <p>{note}</p>
              {said && (
                <Row>
                  <span>{said}</span>
                  {change && onAnswer && (
                    <Button
                      variant="quiet"
                      id={`${list}-${id}`}
                      aria-expanded={changing === id}
                      aria-label={`Change the answer: ${name}`}
                      onClick={() => setChanging(changing === id ? null : id)}
                    >
                      Change
                    </Button>
                  )}
                </Row>
              )}
              <FormProblem sentence={problem?.id === id ? problem.sentence : null} />
              {onAnswer && (open || (change && changing === id)) && (
                <Row>
                  {answersTo({ open, change }, words).map((answer) => {
                    // Where the price that is shown is not that of a yes, its button names it.
                    const differs = answer === 'yes' && change && change.price !== price;
                    const label = differs ? `${words.yes}, ${change.price}` : words[answer];
                    return (
                      <Button
                        key={answer}
                        variant="line"
                        busy={asking?.id === id && asking.answer === answer}
                        busyLabel={words.busy}
                        onClick={() => void send(id, answer)}
                        aria-label={`${label}: ${answer === 'yes' && !differs ? `${name} for ${price}` : name}`}
                      >
                        {label}
                      </Button>
                    );
                  })}
                </Row>
              )}
            </Stack>
          ))}
        </Stack>
      </JobCardBody>
      <JobCardFoot>
        <p>{foot}</p>
      </JobCardFoot>
    </JobCard>
  );
}

/** What can be said to a line: every answer while it is open, and instead of one that was given, every other. */
function answersTo({ open, change }: Pick<YesNoLine, 'open' | 'change'>, words: YesNoListProps['words']): Answer[] {
  return (['yes', 'no', 'later', 'none'] as const).filter(
    (answer) => words[answer] !== undefined && (open || (answer !== 'none' && answer !== change?.given)),
  );
}
