import { useState } from 'react';
import { Badge, type BadgeTone } from './badge.tsx';
import { Button } from './button.tsx';
import { FormProblem } from './form-problem.tsx';
import { JobCard, JobCardBody, JobCardFoot, JobCardHead } from './job-card.tsx';
import { Row } from './row.tsx';
import { Stack } from './stack.tsx';

export interface YesNoLine {
  id: string;
  name: string;
  price: string;
  note: string;
  badge: { tone: BadgeTone; children: string };
  /** Whether it waits for a yes or a no. */
  open: boolean;
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

type Answer = 'yes' | 'no' | 'later' | 'none';

/** A list of yes/no answers: each line has a price, and buttons for yes, no and later or the answer. */
export function YesNoList({ title, lines, foot, words, onAnswer }: YesNoListProps) {
  const [asking, setAsking] = useState<{ id: string; answer: Answer } | null>(null);
  const [problem, setProblem] = useState<{ id: string; sentence: string } | null>(null);

  async function send(id: string, answer: Answer): Promise<void> {
    if (asking || !onAnswer) return;
    setAsking({ id, answer });
    setProblem(null);
    const sentence = await onAnswer(id, answer);
    if (sentence) setProblem({ id, sentence });
    setAsking(null);
  }

  return (
    <JobCard as="section" aria-label={title}>
      <JobCardHead title={title} />
      <JobCardBody>
        <Stack>
          {lines.map(({ id, name, price, note, badge, open }) => (
            <Stack gap="s" key={id}>
              <Row between>
                <b>
                  {name}, {price}
                </b>
                <Badge {...badge} />
              </Row>
              <p>{note}</p>
              <FormProblem sentence={problem?.id === id ? problem.sentence : null} />
              {open && onAnswer && (
                <Row>
                  {(['yes', 'no', 'later', 'none'] as const)
                    .filter((answer) => words[answer] !== undefined)
                    .map((answer) => (
                      <Button
                        key={answer}
                        variant="line"
                        busy={asking?.id === id && asking.answer === answer}
                        busyLabel={words.busy}
                        onClick={() => void send(id, answer)}
                        aria-label={`${words[answer]}: ${answer === 'yes' ? `${name} for ${price}` : name}`}
                      >
                        {words[answer]}
                      </Button>
                    ))}
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
