import type { ReactNode } from 'react';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Logo } from '@twostroke/shared/ui/logo';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Stack } from '@twostroke/shared/ui/stack';
import styles from './paper-sheet.module.css';
import type { Paper } from './paper.ts';
import { PaperTable } from './paper-table.tsx';

export interface PaperSheetProps {
  /** "Invoice TS/26-27/000001". */
  label: string;
  paper: Paper;
  /** How to pay what is due. */
  request?: ReactNode;
  /** Below the paper, on the screen only. */
  children: ReactNode;
}

/** An invoice or a credit note as issued, for screen and print. */
export function PaperSheet({ label, paper, request, children }: PaperSheetProps) {
  return (
    <Stack as="section" gap="l" aria-label={label}>
      <JobCard className={styles.paper}>
        <JobCardHead
          title={
            <>
              <Logo className={styles.logo} />
              {paper.title}
            </>
          }
          aside={<b>{paper.number}</b>}
        />
        <JobCardBody>
          <div className={styles.parties}>
            <Party title="From" lines={paper.from} />
            <Party title="To" lines={paper.to} />
          </div>
          <dl className={styles.facts}>
            {paper.facts.map(({ label: name, value, isPlate }) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{isPlate ? <PlateNumber number={value} size="small" /> : value}</dd>
              </div>
            ))}
          </dl>
          <PaperTable paper={paper} />
          <div className={styles.sum}>
            <div className={styles.words}>
              {paper.state && <p className={styles.state}>{paper.state}</p>}
              {paper.sentences.map((sentence) => (
                <p key={sentence}>{sentence}</p>
              ))}
            </div>
            {request}
          </div>
          <p className={styles.signature}>{paper.signature}</p>
          {paper.sample && (
            <p>
              <b>{paper.sample}</b>
            </p>
          )}
        </JobCardBody>
      </JobCard>
      <div className={styles.buttons}>{children}</div>
    </Stack>
  );
}

function Party({ title, lines }: { title: string; lines: readonly string[] }) {
  return (
    <address className={styles.party}>
      <b>{title}</b>
      {lines.map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}
