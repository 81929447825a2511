import type { AttackClass } from '../attack-class.ts';
import { requestCase, type AttackRequest, type Expected } from '../send-attack.ts';
import type { Attacker } from '../open-attacked-site.ts';

/** Tables with rows of the victims, which neither a visitor nor a stranger may read. */
const guarded = ['service_bookings', 'booking_items', 'booking_events', 'payments', 'invoices', 'profiles', 'waitlist'];
const outsiders: Attacker[] = ['visitor', 'stranger'];

/** Ways around a column list or a row's policy, as the API's query language offers them. */
const selects = [
  '*',
  'phone,customer_name,notes',
  'id::text,phone::text',
  'p:phone',
  'count()',
  'phone.max()',
  'customer_name.min(),id.count()',
  '...booking_items(*)',
  '*,booking_items(*),booking_events(*),payments(*)',
  '*,profiles(*)',
  '*,users(*)',
  '*,auth.users(*)',
  '*,manage_tokens(*)',
  'token_hash',
  'ctid,xmin',
  'tableoid::regclass',
  'to_jsonb(service_bookings)',
  'phone->>0',
];

const preferences = [
  'return=representation',
  'return=headers-only',
  'count=exact',
  'count=planned',
  'count=estimated',
  'tx=commit,return=representation',
  'tx=rollback,return=representation',
  'missing=default,return=representation',
  'resolution=ignore-duplicates,return=representation',
  'params=single-object',
  'params=multiple-objects',
  'handling=lenient,max-affected=1000',
  'timezone=UTC; set role postgres',
];

const accepts = [
  'text/csv',
  'application/vnd.pgrst.object+json',
  'application/vnd.pgrst.plan',
  'application/vnd.pgrst.plan+json; for="text/csv"; options=analyze|verbose|settings|buffers|wal',
  'application/geo+json',
  'application/openapi+json',
  'application/octet-stream',
  'text/xml',
  '*/*;q=0',
];

const schemas = [
  'private',
  'auth',
  'backend',
  'guard',
  'extensions',
  'pg_catalog',
  'information_schema',
  'public,private',
];

const ranges = ['0-', '0-99999999', '-1', '5-1', '0-0,1-1', 'bytes=0-99', '99999999999999999999-'];

export const apiFeatures: AttackClass = {
  name: 'features of the API',
  cases(site) {
    const cases: [string, AttackRequest, Expected, boolean?][] = [];
    for (const as of outsiders) {
      for (const [at, table] of guarded.entries()) {
        const path = `/rest/v1/${table}`;
        const isMore = at > 0;
        for (const select of selects)
          cases.push(['selects', { as, path: `${path}?select=${encodeURI(select)}` }, 'harmless', isMore]);
        for (const prefer of preferences) {
          cases.push(['prefers', { as, path, headers: { prefer } }, 'harmless', isMore]);
          const change = { as, method: 'PATCH', path: `${path}?id=not.is.null`, body: { phone: '1' } };
          cases.push(['prefers in a change', { ...change, headers: { prefer } }, 'harmless', isMore]);
        }
        for (const accept of accepts) cases.push(['accepts', { as, path, headers: { accept } }, 'harmless', isMore]);
        for (const range of ranges)
          cases.push(['a range', { as, path, headers: { range, 'range-unit': 'items' } }, 'harmless', isMore]);
      }
      for (const schema of schemas)
        for (const table of ['users', 'sessions', 'manage_tokens', 'keys', 'pg_authid', 'tables', 'handover_codes']) {
          const path = `/rest/v1/${table}`;
          const isMore = table !== 'users' && table !== 'manage_tokens';
          cases.push(['another schema', { as, path, headers: { 'accept-profile': schema } }, 'refused', isMore]);
          const sent = { 'content-profile': schema, prefer: 'return=representation' };
          cases.push(['another schema', { as, method: 'POST', path, body: {}, headers: sent }, 'refused', isMore]);
          cases.push(['a schema in the path', { as, path: `/rest/v1/${schema}.${table}` }, 'refused', isMore]);
        }
      for (const embedded of ['service_bookings(*)', 'profiles(*)', 'user_roles(*)', 'waitlist(*)', 'auth.users(*)'])
        for (const table of ['models', 'areas', 'packages', 'shop']) {
          const path = `/rest/v1/${table}?select=*,${embedded}`;
          cases.push(['embeds', { as, path }, 'harmless', table !== 'models']);
          cases.push(['embeds inside', { as, path: path.replace('(', '!inner(') }, 'harmless', table !== 'models']);
        }
      const calls: [string, string][] = [
        ['get_booking', `booking=${site.booking.id}`],
        ['cancel_booking', `booking=${site.booking.id}`],
        ['set_booking_fee', `booking=${site.booking.id}&fee=1&note=x`],
        ['create_booking', 'request={}'],
        ['is_admin', `user_id=${site.shop.boss.id}`],
        ['require_second_factor', 'required=false'],
        ['pg_sleep', 'seconds=9'],
        ['manage_token', `request_id=${String(site.guest.request['request_id'])}`],
        ['issue_number_code', 'b=1'],
        ['random_handover_code', ''],
        ['before_request', ''],
      ];
      for (const [name, query] of calls) {
        const expected = name === 'is_admin' ? 'harmless' : 'refused';
        cases.push(['a call by GET', { as, path: `/rest/v1/rpc/${name}?${query}` }, expected]);
        cases.push(['a call by HEAD', { as, method: 'HEAD', path: `/rest/v1/rpc/${name}?${query}` }, expected]);
        const headers = { 'content-profile': 'private', 'accept-profile': 'private' };
        cases.push([
          'a private call',
          { as, method: 'POST', path: `/rest/v1/rpc/${name}`, headers, body: {} },
          'refused',
        ]);
        for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', 'text/xml'])
          cases.push([
            'a call in another form',
            { as, method: 'POST', path: `/rest/v1/rpc/${name}`, headers: { 'content-type': type }, body: query },
            'harmless',
          ]);
      }
      for (const path of [
        '/rest/v1/',
        '/rest/v1',
        '/rest/v1/rpc',
        '/rest/v1/rpc/',
        '/auth/v1/admin/users',
        '/auth/v1/audit',
      ])
        cases.push(['looks around', { as, path }, 'harmless']);
      for (const path of [
        '/pg/query',
        '/pg/tables',
        '/storage/v1/bucket',
        '/graphql/v1',
        '/functions/v1/x',
        '/rest-admin/v1/ready',
      ])
        cases.push(['another service of Supabase', { as, method: 'POST', path, body: {} }, 'refused']);
    }
    return cases.map(([tries, request, expected, isThorough = false]) =>
      requestCase(tries, request, expected, { isThorough }),
    );
  },
};
