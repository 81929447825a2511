import { formatKm } from '@twostroke/shared/domain/figures';
import { formatDate } from '@twostroke/shared/domain/calendar';
import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { formatPhone } from '@twostroke/shared/domain/phone';
import { Fragment, type ReactNode } from 'react';
import { Button } from '@twostroke/shared/ui/button';
import { Heading } from '@twostroke/shared/ui/heading';
import { JobCard, JobCardBody, JobCardHead } from '@twostroke/shared/ui/job-card';
import { PlateNumber } from '@twostroke/shared/ui/plate-number';
import { Stack } from '@twostroke/shared/ui/stack';
import { Sums } from '@twostroke/shared/ui/sums';
import styles from './invoice.module.css';

export interface InvoiceFacts {
  number: string;
  /** YYYY-MM-DD */
  date: string;
  supplier: { legal_name: string; trade_name: string; address: string; gstin: string; phone: string; email: string };
  customer: { name: string; phone: string; address: string | null; gstin: string | null };
  place_of_supply: string;
  reverse_charge: string;
  lines: readonly {
    description: string;
    sac: string;
    quantity: number;
    discount_paise: number;
    taxable_paise: number;
    cgst_rate: number;
    cgst_paise: number;
    sgst_rate: number;
    sgst_paise: number;
    igst_rate: number;
    igst_paise: number;
    total_paise: number;
  }[];
  /** The part of the discounts that is credit; missing in older invoices. */
  credit_paise?: number;
  taxable_paise: number;
  cgst_paise: number;
  sgst_paise: number;
  igst_paise: number;
  /** Whole rupees. */
  total: number;
  total_in_words: string;
  booking_number: string;
  service_date: string;
  bike: string;
  vehicle_number: string | null;
  odometer_km: number | null;
  /** Missing in invoices issued before the field existed. */
  model_year?: number | null;
  warranty_until: string;
  warranty_km: number | null;
  next_service: { date: string; odometer_km: number | null };
  is_demo: boolean;
}

/** A tax invoice as issued, for screen and print. */
export function Invoice({ invoice }: { invoice: InvoiceFacts }) {
  const { supplier, customer, lines, next_service: next } = invoice;
  const otherState = invoice.igst_paise > 0;
  return (
    <Stack as="section" gap="l" aria-label={`Invoice ${invoice.number}`}>
      <JobCard>
        <JobCardHead title="Tax invoice" aside={<b>{invoice.number}</b>} />
        <JobCardBody>
          <div className={styles.parties}>
            <Party
              title="From"
              lines={[
                supplier.legal_name,
                supplier.address,
                `GSTIN ${supplier.gstin}`,
                formatPhone(supplier.phone),
                supplier.email,
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
          <div className={styles.lines} role="group" aria-label="Lines">
            {lines.map((line, index) => (
              <Fragment key={index}>
                <Heading level={3} size="s">
                  {line.description}
                </Heading>
                <Sums
                  rows={[
                    {
                      label: `SAC ${line.sac}, quantity ${line.quantity}, taxable`,
                      value: formatPaise(line.taxable_paise),
                    },
                    ...taxRows(line, line, otherState),
                    ...(line.discount_paise > 0
                      ? [{ label: 'Discount, taken off already', value: formatPaise(line.discount_paise), muted: true }]
                      : []),
                    { label: 'With GST', value: formatPaise(line.total_paise) },
                  ]}
                />
              </Fragment>
            ))}
          </div>
          <Sums
            rows={[
              ...(invoice.credit_paise
                ? [{ label: 'Credit from us, in the discounts', value: formatPaise(invoice.credit_paise), muted: true }]
                : []),
              { label: 'Taxable value', value: formatPaise(invoice.taxable_paise) },
              ...(lines[0] ? taxRows(invoice, lines[0], otherState) : []),
              { label: 'Total', value: formatRupees(invoice.total), total: true },
            ]}
          />
          <p>{invoice.total_in_words}</p>
          <p>
            Our work is under warranty until {formatDate(invoice.warranty_until)}
            {invoice.warranty_km !== null && ` or ${formatKm(invoice.warranty_km)}, whichever comes first`}. Next
            service: {formatDate(next.date)}
            {next.odometer_km !== null && `, or at ${formatKm(next.odometer_km)}`}.
          </p>
          <p className={styles.signature}>For {supplier.legal_name}, authorised signatory</p>
          {invoice.is_demo && (
            <p>
              <b>Sample:</b> this shop, its address and its GSTIN are invented.
            </p>
          )}
        </JobCardBody>
      </JobCard>
      <div className={styles.buttons}>
        <Button variant="line" onClick={() => window.print()}>
          Print or save as PDF
        </Button>
      </div>
    </Stack>
  );
}

function taxRows(
  { cgst_paise, sgst_paise, igst_paise }: Pick<InvoiceFacts, 'cgst_paise' | 'sgst_paise' | 'igst_paise'>,
  rates: Pick<InvoiceFacts['lines'][number], 'cgst_rate' | 'sgst_rate' | 'igst_rate'>,
  otherState: boolean,
) {
  return otherState
    ? [{ label: `IGST ${rates.igst_rate} %`, value: formatPaise(igst_paise) }]
    : [
        { label: `CGST ${rates.cgst_rate} %`, value: formatPaise(cgst_paise) },
        { label: `SGST ${rates.sgst_rate} %`, value: formatPaise(sgst_paise) },
      ];
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
