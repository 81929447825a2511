import { encode, signToken } from '../../../backend/testing/sign-token.ts';
import type { JsonObject } from '../../../supabase/tests/open-database.ts';
import type { AttackCase, AttackClass } from '../attack-class.ts';
import type { AttackedSite } from '../open-attacked-site.ts';
import { checkAnswer, sendAttack, type AttackRequest } from '../send-attack.ts';

const hs256 = { alg: 'HS256', typ: 'JWT' };
const now = () => Math.floor(Date.now() / 1000);

/** Tokens that the site has not issued, by what is wrong with them. */
function forgeries({ tokens, jwtSecret, shop }: AttackedSite): Record<string, string> {
  const [head = '', payload = '', signature = ''] = tokens.stranger.split('.');
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as JsonObject;
  const boss = { ...claims, sub: shop.boss.id };
  const service = { ...claims, role: 'service_role' };
  const other = 'another key that is as long as ours, or longer';
  const signed = (changes: JsonObject, header: object = hs256) => signToken(header, { ...boss, ...changes }, jwtSecret);
  const none = (alg: unknown) => `${encode({ alg, typ: 'JWT' })}.${encode(service)}.`;
  const twice = (text: string) => Buffer.from(text).toString('base64url');
  return {
    ...Object.fromEntries(['none', 'None', 'NONE', 'nOnE', '', null, 0].map((alg) => [`alg ${alg}`, none(alg)])),
    ...Object.fromEntries(
      ['HS384', 'HS512', 'hs256', 'RS256', 'ES256', 'PS256', 'EdDSA', 'HS256 '].map((alg) => [
        `alg ${alg}`,
        signToken({ alg, typ: 'JWT' }, service, jwtSecret),
      ]),
    ),
    'no alg': signToken({ typ: 'JWT' }, service, jwtSecret),
    'another key': signToken(hs256, boss, other),
    'an empty key': signToken(hs256, boss, ''),
    'the public key as key': signToken(hs256, service, tokens.visitor),
    'the key in another encoding': signToken(hs256, service, twice(jwtSecret)),
    ...Object.fromEntries(
      ['../../../../dev/null', '/dev/null', "' union select 'x", '', '0', 'x\u0000', '__proto__', 'former'].map(
        (kid) => [`kid ${kid}`, signToken({ ...hs256, kid }, boss, '')],
      ),
    ),
    'a key of its own in jwk': signToken({ ...hs256, jwk: { kty: 'oct', k: twice(other) } }, boss, other),
    'a key elsewhere by jku': signToken({ ...hs256, jku: 'http://127.0.0.1:9/jwks.json' }, boss, other),
    'a certificate elsewhere by x5u': signToken({ ...hs256, x5u: 'http://127.0.0.1:9/x' }, boss, other),
    'a certificate in x5c': signToken({ ...hs256, x5c: [twice('x')] }, boss, other),
    'compressed by zip': signToken({ ...hs256, zip: 'DEF' }, boss, other),
    'another sub': `${head}.${encode(boss)}.${signature}`,
    'another role': `${head}.${encode(service)}.${signature}`,
    'no signature': `${head}.${payload}.`,
    'two parts': `${head}.${payload}`,
    'four parts': `${tokens.stranger}.${signature}`,
    'a signature too long': `${tokens.stranger}AAAA`,
    'the wrong end': tokens.stranger.slice(0, -2),
    'claims twice': `${head}.${twice(`{"role":"anon","role":"service_role","exp":${now() + 99}}`)}.${signature}`,
    'no exp': signed({ exp: undefined }),
    'exp as text': signed({ exp: `${now() + 3600}` }),
    'exp of null': signed({ exp: null }),
    'exp of a list': signed({ exp: [now() + 3600] }),
    'exp as a huge number': signToken(hs256, { ...boss, exp: 0 }, jwtSecret),
    expired: signed({ exp: now() - 1 }),
    'not yet valid': signed({ nbf: now() + 600 }),
    'no aud': signed({ aud: undefined }),
    'another aud': signed({ aud: 'another-service' }),
    'several aud': signed({ aud: ['authenticated', 'x'] }),
    ...Object.fromEntries(
      ['postgres', 'supabase_admin', 'authenticator', 'pg_read_all_data', 'none', '"postgres"', '', 7, true, {}].map(
        (role) => [`role ${JSON.stringify(role)}`, signed({ role })],
      ),
    ),
    'a list of roles': signed({ role: ['service_role'] }),
    'the claims of lists': signToken(hs256, [boss], jwtSecret),
    'not a token': 'abc',
    'a key of another project': 'sb_secret_of_another_project',
  };
}

/** What only a token opens. */
const opened = (site: AttackedSite): AttackRequest[] => [
  { path: '/rest/v1/service_bookings?select=*' },
  { method: 'POST', path: '/rest/v1/rpc/get_booking', body: { booking: site.booking.id } },
  { method: 'POST', path: '/rest/v1/rpc/set_booking_fee', body: { booking: site.booking.id, fee: 9, note: 'Mine' } },
  { path: '/auth/v1/user' },
  { method: 'PUT', path: '/auth/v1/user', body: { password: 'taken over by me' } },
  { path: '/auth/v1/factors' },
  { method: 'POST', path: '/payments/v1/orders', body: { booking: site.booking.id } },
  { path: '/auth/v1/admin/users' },
];

export const forgedTokens: AttackClass = {
  name: 'forged tokens',
  cases(site) {
    const sees = [site.booking.id];
    const asBearer = Object.entries(forgeries(site)).flatMap(([what, token]) =>
      opened(site).map((request, at): AttackCase => ({
        tries: `${what}: ${request.method ?? 'GET'} ${request.path}`,
        isThorough: at > 0 && at !== 3,
        run: async () => {
          // A header takes no control characters: the same bytes come percent-encoded.
          const authorization = `Bearer ${token}`;
          checkAnswer(site, await sendAttack(site, { ...request, headers: { authorization } }), 'refused', { sees });
        },
      })),
    );
    const elsewhere: [string, AttackRequest][] = [
      ['the token of an admin as access_token', { path: `/rest/v1/service_bookings?access_token=${site.tokens.boss}` }],
      ['in another scheme', { path: '/auth/v1/user', headers: { authorization: `Basic ${site.tokens.boss}` } }],
      ['without a scheme', { path: '/auth/v1/user', headers: { authorization: site.tokens.boss } }],
      ['in a cookie', { path: '/auth/v1/user', headers: { cookie: `sb-access-token=${site.tokens.boss}` } }],
      ['as apikey alone', { path: '/auth/v1/user', headers: { apikey: 'x', authorization: '' } }],
      [
        'a role in a header',
        { path: '/rest/v1/service_bookings', headers: { role: 'service_role', 'x-role': 'postgres' } },
      ],
      [
        'claims in a header',
        { path: '/rest/v1/service_bookings', headers: { 'request.jwt.claims': '{"role":"service_role"}' } },
      ],
    ];
    return [
      ...asBearer,
      ...elsewhere.map(([what, request]): AttackCase => ({
        tries: `${what}: ${request.path.slice(0, 60)}`,
        run: async () => checkAnswer(site, await sendAttack(site, request), 'refused'),
      })),
    ];
  },
};
