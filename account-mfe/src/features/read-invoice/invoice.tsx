import { formatKm } from '@twostroke/shared/domain/figures';
import { formatDate } from '@twostroke/shared/domain/calendar';
import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { formatPhone } from '@twostroke/shared/domain/phone';
import type { BookingPayment } from '@twostroke/shared/api/payments';
import type { ReactNode } from 'react';
import { Button } from '@twostroke/shared/ui/button';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { Logo } from '@twostroke/shared/ui/logo';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Stack } from '@twostroke/shared/ui/stack';
import type { InvoiceFacts } from './invoice-facts.ts';
import { InvoiceLines } from './invoice-lines.tsx';
import styles from './invoice.module.css';

export interface InvoiceProps {
  invoice: InvoiceFacts;
  /** What is paid and due now; missing when it could not be read. */
  payment: Pick<BookingPayment, 'due' | 'paid'> | undefined;
  /** How to pay what is due. */
  request?: ReactNode;
  onPrint: () => void;
}

/** A tax invoice as issued, for screen and print. */
export function Invoice({ invoice, payment, request, onPrint }: InvoiceProps) {
  const { supplier, customer, next_service: next, next_oil_change: oil } = invoice;
  return (
    <Stack as="section" gap="l" aria-label={`Invoice ${invoice.number}`}>
      <JobCard className={styles.paper}>
        <JobCardHead
          title={
            <>
              <Logo className={styles.logo} />
              Tax invoice
            </>
          }
          aside={<b>{invoice.number}</b>}
        />
        <JobCardBody>
          <div className={styles.parties}>
            <Party
              title="From"
              lines={[
                supplier.legal_name,
                supplier.address,
                `GSTIN ${supplier.gstin}`,
                `${formatPhone(supplier.phone)}, ${supplier.email}`,
              ]}
            />
            <Party
              title="To"
              lines={[
                customer.name,
                customer.address,
                customer.gstin && `GSTIN ${customer.gstin}`,
                formatPhone(customer.phone),
              ]}
            />
          </div>
          <dl className={styles.facts}>
            <Fact label="Date" value={formatDate(invoice.date)} />
            <Fact label="Booking" value={`${invoice.booking_number}, ${formatDate(invoice.service_date)}`} />
            <Fact label="Place of supply" value={invoice.place_of_supply} />
            <Fact label="Reverse charge" value={invoice.reverse_charge} />
            <Fact label="Bike" value={invoice.bike} />
            <Fact
              label="Number"
              value={
                invoice.vehicle_number ? <PlateNumber number={invoice.vehicle_number} size="small" /> : 'not issued yet'
              }
            />
            {typeof invoice.model_year === 'number' && <Fact label="Model year" value={invoice.model_year} />}
            {invoice.odometer_km !== null && <Fact label="Odometer" value={formatKm(invoice.odometer_km)} />}
          </dl>
          <InvoiceLines invoice={invoice} />
          <div className={styles.sum}>
            <div className={styles.words}>
              {payment && <p className={styles.state}>{paidWords(payment)}</p>}
              {invoice.credit_paise ? (
                <p>Credit from us, in the discounts: {formatPaise(invoice.credit_paise)}.</p>
              ) : null}
              <p>{invoice.total_in_words}</p>
              <p>
                Our work is under warranty until {formatDate(invoice.warranty_until)}
                {invoice.warranty_km !== null && ` or ${formatKm(invoice.warranty_km)}, whichever comes first`}.
                {next && ` Next service: ${formatDate(next.date)}${atOdometer(next.odometer_km)}.`}
                {oil && ` Next oil change: ${formatDate(oil.date)}${atOdometer(oil.odometer_km)}.`}
              </p>
            </div>
            {request}
          </div>
          <p className={styles.signature}>For {supplier.legal_name}, authorised signatory</p>
          {invoice.is_demo && (
            <p>
              <b>Sample:</b> this shop, its address and its GSTIN are invented.
            </p>
          )}
        </JobCardBody>
      </JobCard>
      <div className={styles.buttons}>
        <Button variant="line" onClick={onPrint}>
          Print or save as PDF
        </Button>
      </div>
    </Stack>
  );
}

function paidWords({ due, paid }: Pick<BookingPayment, 'due' | 'paid'>): string {
  return due > 0 ? `To pay ${formatRupees(due)}` : `Paid ${formatRupees(paid)}`;
}

function Party({ title, lines }: { title: string; lines: readonly (string | null | undefined)[] }) {
  return (
    <address className={styles.party}>
      <b>{title}</b>
      {lines.filter(Boolean).map((line) => (
        <span key={line}>{line}</span>
      ))}
    </address>
  );
}

function Fact({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

const atOdometer = (km: number | null): string => (km === null ? '' : `, or at ${formatKm(km)}`);
