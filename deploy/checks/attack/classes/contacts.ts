import { randomUUID } from 'node:crypto';
import { argumentsFor, callableFunctions } from '../../../backend/testing/attacked-functions.ts';
import type { AttackedBooking } from '../../../backend/testing/attacked-shop.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import type { AttackedSite } from '../open-attacked-site.ts';
import { sendAttack } from '../send-attack.ts';

const duties = ['foreman', 'mechanic', 'accountant'] as const;
type Duty = (typeof duties)[number];

/** Who of the duties may do what to a booking in one state. The desk and owners may do all of it. */
interface JobKind {
  status: string;
  mechanic: string | null;
  readsBooking: Duty[];
  readsContact: Duty[];
  removesPhoto: Duty[];
}

const jobKinds = {
  open: {
    ...{ status: 'inspecting', mechanic: 'The mechanic' },
    ...{ readsBooking: [...duties], readsContact: ['foreman', 'mechanic'], removesPhoto: ['foreman', 'mechanic'] },
  },
  unassigned: {
    ...{ status: 'confirmed', mechanic: null },
    ...{ readsBooking: [...duties], readsContact: ['foreman'], removesPhoto: ['foreman', 'mechanic'] },
  },
  closed: {
    ...{ status: 'completed', mechanic: 'The mechanic' },
    ...{ readsBooking: [...duties], readsContact: [], removesPhoto: [] },
  },
  "another person's": {
    ...{ status: 'inspecting', mechanic: 'Another mechanic' },
    ...{ readsBooking: ['foreman', 'accountant'], readsContact: ['foreman'], removesPhoto: ['foreman'] },
  },
} satisfies Record<string, JobKind>;

interface ContactJob extends JobKind {
  kind: string;
  booked: AttackedBooking;
  /** Phone, e-mail and address, also those before a correction. */
  contacts: string[];
  photo: string;
}

/** Bills have the address of their customer: accountants read it there. */
const bills = ['invoices', 'credit_notes', 'vouchers', 'get_invoice', 'get_vouchers'];

/** Answers to a duty contain no phone, e-mail or address that the duty may not see, whatever it reads. */
export const contacts: AttackClass = {
  name: 'contacts',
  onlyReads: true,
  async cases(site) {
    const jobs = await bookJobs(site, 1);
    const caller = '98220 78009';
    await site.shop.visitor.rpc('request_callback', {
      ...{ kind: 'unserved_pin', name: 'Asha', phone: caller, details: { pin: '411038' } },
    });
    const reads = [...(await readsOfTables(site)), ...(await readsOfFunctions(site, jobs))];
    return [
      control(jobs, caller.replace(' ', '')),
      ...duties.flatMap((as) => reads.map((read) => scan(as, read, jobs, caller.replace(' ', '')))),
    ];
  },
};

/** Which bookings and photos each duty reads, and which photos it removes. */
export const jobsOfDuties: AttackClass = {
  name: 'jobs of duties',
  async cases(site) {
    const jobs = await bookJobs(site, 3);
    return duties.flatMap((as) =>
      jobs.flatMap((job) => [readsPhoto(as, job), removesPhoto(as, job), readsViews(as, job)]),
    );
  },
};

interface Read {
  name: string;
  /** One for all bookings, or one for each. */
  requests: { method?: string; path: string; body?: object }[];
}

/** Every table and view that a signed-in user may read, with the columns that they may read. */
async function readsOfTables({ shop }: AttackedSite): Promise<Read[]> {
  const found = await shop.site.backend.sql<{ name: string; columns: string[] }[]>`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_catalog.pg_class c join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
      and has_column_privilege('authenticated', c.oid, a.attnum, 'select')
    group by 1 order by 1`;
  return found.map(({ name, columns }) => ({
    name,
    requests: [{ path: `/rest/v1/${name}?select=${columns.join(',')}` }],
  }));
}

/** Every function that only reads, called for each of the bookings. */
async function readsOfFunctions({ shop }: AttackedSite, jobs: ContactJob[]): Promise<Read[]> {
  const functions = (await callableFunctions(shop)).filter(({ isVolatile }) => !isVolatile);
  return Promise.all(
    functions.map(async ({ name }) => {
      const bodies = await Promise.all(
        jobs.map(async ({ booked }) => ({
          ...(await argumentsFor(shop, name, booked, randomUUID())),
          ...questionsOf(name, booked),
        })),
      );
      // Without a booking among the arguments one call asks for all.
      const different = new Map(bodies.map((body) => [JSON.stringify(body), body]));
      const path = `/rest/v1/rpc/${name}`;
      return { name, requests: [...different.values()].map((body) => ({ method: 'POST', path, body })) };
    }),
  );
}

/** Questions that find the booking, where the usual ones find another. */
function questionsOf(name: string, { request }: AttackedBooking): object {
  if (name === 'find_in_office') return { query: request['vehicle_number'] };
  if (name === 'get_caller' || name === 'get_customer') return { phone: request['phone'] };
  if (name === 'list_board' || name === 'list_places') return { day: request['date'] };
  return {};
}

function scan(as: Duty, { name, requests }: Read, jobs: ContactJob[], caller: string): AttackCase {
  return {
    tries: `reads contacts in ${name} (${as})`,
    run: async (site) => {
      for (const request of requests) {
        const { status, body } = await sendAttack(site, { as, ...request });
        if (status >= 500) throw new Error(`answered ${status} ${body.slice(0, 160)}`);
        // What was asked for may come back.
        const text = JSON.stringify(request.body ?? {}).replaceAll(' ', '');
        for (const { kind, contacts: hidden, readsContact } of jobs) {
          if (readsContact.includes(as) || (as === 'accountant' && bills.includes(name))) continue;
          const shown = hidden.find((contact) => body.includes(contact) && !text.includes(contact));
          if (shown) throw new Error(`shows ${shown} of the ${kind} job`);
        }
        if (body.includes(caller)) throw new Error(`shows ${caller} of a caller`);
      }
    },
  };
}

/** Without this, a scan that finds nothing would prove nothing. */
function control(jobs: ContactJob[], caller: string): AttackCase {
  return {
    tries: 'the desk reads every contact, in the booking and in what was corrected',
    run: async (site) => {
      const views = ['staff_bookings', 'staff_events', 'staff_callbacks'];
      const read = await Promise.all(views.map((name) => sendAttack(site, { as: 'desk', path: `/rest/v1/${name}` })));
      const text = read.map(({ body }) => body).join();
      const all = [...jobs.flatMap((job) => job.contacts), caller];
      const missing = all.filter((contact) => !text.includes(contact));
      if (missing.length > 0) throw new Error(`missing ${missing.join(', ')}`);
    },
  };
}

function readsViews(as: Duty, { kind, booked, readsBooking }: ContactJob): AttackCase {
  return {
    tries: `reads staff_bookings and staff_events of the ${kind} job (${as})`,
    run: async (site) => {
      const expected = (readsBooking as Duty[]).includes(as);
      for (const filter of [`staff_bookings?select=id&id=eq.`, `staff_events?select=id&booking_id=eq.`]) {
        const { body } = await sendAttack(site, { as, path: `/rest/v1/${filter}${booked.id}` });
        if ((body.trim() !== '[]') !== expected) throw new Error(`answered ${body.slice(0, 160)}`);
      }
    },
  };
}

function readsPhoto(as: Duty, { kind, booked, photo, readsBooking }: ContactJob): AttackCase {
  return {
    tries: `lists the photos of the ${kind} job (${as})`,
    run: async (site) => {
      const { body } = await sendAttack(site, {
        ...{ as, method: 'POST', path: '/storage/v1/object/list/job-photos' },
        body: { prefix: `${booked.id}/check-in`, limit: 100 },
      });
      if (body.includes(photo) !== (readsBooking as Duty[]).includes(as))
        throw new Error(`answered ${body.slice(0, 160)}`);
    },
  };
}

function removesPhoto(as: Duty, { kind, booked, removesPhoto: may }: ContactJob): AttackCase {
  const expected = (may as Duty[]).includes(as);
  return {
    tries: `removes a photo of the ${kind} job (${as})`,
    changesOwnRows: true,
    run: async (site) => {
      const name = await addPhoto(site, booked);
      await sendAttack(site, {
        ...{ as, method: 'DELETE', path: '/storage/v1/object/job-photos' },
        body: { prefixes: [name] },
      });
      const left = await site.shop.site.backend.sql`delete from storage.objects where name = ${name} returning id`;
      if ((left.length === 0) !== expected) throw new Error(expected ? 'it was not removed' : 'it was removed');
    },
  };
}

/** The row of a photo: who may read and remove it is decided by its name. */
async function addPhoto({ shop }: AttackedSite, { id }: AttackedBooking): Promise<string> {
  const name = `${id}/check-in/${randomUUID()}.webp`;
  await shop.site.backend.sql`
    insert into storage.objects (bucket_id, name, metadata) values ('job-photos', ${name}, '{}')`;
  return name;
}

/** One job of each kind. @param series keeps the contacts of two classes apart */
async function bookJobs(site: AttackedSite, series: number): Promise<ContactJob[]> {
  const jobs: ContactJob[] = [];
  for (const [at, [kind, job]] of Object.entries(jobKinds).entries())
    jobs.push(await bookJob(site, kind, job, `${series}${at}`));
  return jobs;
}

/** A booking whose phone, e-mail and address were corrected once, with what a visit leaves: messages, work, a bill. */
async function bookJob(site: AttackedSite, kind: string, job: JobKind, at: string): Promise<ContactJob> {
  const { shop } = site;
  const { sql } = shop.site.backend;
  const old = { phone: `98220 781${at}`, email: `before-${at}@contact.example` };
  const now = { phone: `98220 782${at}`, email: `after-${at}@contact.example` };
  const booked = await shop.book(shop.visitor, { ...old, vehicle_number: `MH 12 QC 78${at}` });
  await sql`
    update service_bookings set mode = 'doorstep', address_line = ${`Before House ${at}`}, landmark = 'Temple', pin = '411048', area_slug = 'kondhwa'
    where id = ${booked.id}`;
  const address = { line: `After House ${at}`, landmark: '', area: 'kondhwa', pin: '411048' };
  const corrected = await shop.boss.client.rpc('update_booking', {
    ...{ booking: booked.id, expected_version: 0, changes: { ...now, address } },
  });
  if (corrected.error) throw corrected.error;
  await sql`
    insert into extra_work (booking_id, name, reason, price, minutes, status, decided_by, decided_at, proposed_at, position)
    values (${booked.id}, 'New mirror', 'Cracked', 450, 30, 'later', 'customer', now(), now(), 1)`;
  const closed_at = job.status === 'completed' ? new Date() : null;
  await sql`
    update service_bookings set status = ${job.status}, mechanic = ${job.mechanic}, closed_at = ${closed_at}
    where id = ${booked.id}`;
  if (closed_at) await shop.boss.client.rpc('get_invoice', { booking: booked.id });
  const photo = (await addPhoto(site, booked)).split('/').at(-1)!;
  booked.request['phone'] = now.phone;
  const typed = [old, now].flatMap(({ phone, email }) => [phone.replace(' ', ''), email]);
  return { ...job, kind, booked, photo, contacts: [...typed, `Before House ${at}`, `After House ${at}`] };
}
