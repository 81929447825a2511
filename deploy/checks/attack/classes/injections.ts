import { injections } from '../../../backend/testing/injections.ts';
import type { AttackClass } from '../attack-class.ts';
import { requestCase, type AttackRequest } from '../send-attack.ts';

const operators = [
  'eq neq gt gte lt lte like ilike match imatch in is isdistinct fts plfts phfts wfts cs cd ov sl sr nxr nxl adj',
]
  .join(' ')
  .split(' ');

/** Names that every object of JavaScript inherits. */
const inherited = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', '__defineGetter__'];

/** Operators of other query languages, templates, and what programs make of text. */
const foreign = [
  '{"$gt":""}',
  '{"$where":"sleep(9000)"}',
  '${7*7}{{7*7}}<%= 7*7 %>',
  '$(id)`id`;id|id&id',
  '*)(uid=*))(|(uid=*',
  '<!DOCTYPE x [<!ENTITY y SYSTEM "file:///etc/passwd">]><x>&y;</x>',
  'http://169.254.169.254/latest/meta-data/',
  '\r\nset-cookie: a=b\r\n\r\n',
  '=HYPERLINK("http://evil.example")',
];

/** SQL and other languages in every place of a query, and names of JavaScript in every place of a body. */
export const injectionsIntoQueries: AttackClass = {
  name: 'injections',
  cases() {
    const words = [...injections, ...foreign];
    const queries = words.flatMap((text, at) => {
      const value = encodeURIComponent(text);
      return [
        ...operators.flatMap((operator) => [
          [`customer_name=${operator}.${value}`, at > 0],
          [`customer_name=not.${operator}.${value}`, true],
          [`customer_name=${operator}(any).{${value}}`, true],
        ]),
        [`or=(customer_name.eq.${value},id.not.is.null)`, false],
        [`and=(id.not.is.null,or(phone.like.*,${value}.eq.1))`, false],
        [`select=${value}`, false],
        [`select=id,x:${value}`, true],
        [`select=id->${value}`, true],
        [`select=id::${value}`, false],
        [`order=${value}`, false],
        [`order=id.${value}`, true],
        [`order=booking_items(${value})`, true],
        [`limit=${value}`, false],
        [`offset=${value}`, false],
        [`on_conflict=${value}`, true],
        [`columns=${value}`, true],
        [`${value}=eq.1`, false],
        [`booking_items.${value}=eq.1`, true],
      ].map(([query, isThorough]) => ({ path: `/rest/v1/service_bookings?${query}`, isThorough: isThorough === true }));
    });
    const keys = inherited.flatMap((name): AttackRequest[] => [
      ...['/rest/v1/rpc/quote', '/rest/v1/rpc/create_booking', '/rest/v1/profiles', '/auth/v1/signup'].flatMap(
        (path) => [
          { method: 'POST', path, body: `{"${name}":{"isAdmin":true,"role":"service_role"}}` },
          {
            method: 'POST',
            path,
            body: `{"request":{"${name}":{"isAdmin":true}},"data":{"${name}":{"role":"admin"}}}`,
          },
          { method: 'POST', path, body: `[{"${name}":1},{"constructor":{"prototype":{"isAdmin":true}}}]` },
        ],
      ),
      { path: `/rest/v1/${name}` },
      { path: `/rest/v1/rpc/${name}` },
      { path: `/rest/v1/models?${name}=eq.1` },
      { path: `/rest/v1/models?select=${name}` },
      { path: `/payments/v1/${name}` },
      { path: `/auth/v1/${name}` },
    ]);
    return [
      ...queries.map(({ path, isThorough }) =>
        requestCase('finds nothing of others', { as: 'stranger', path }, 'harmless', { isThorough }),
      ),
      ...keys.map((request) => requestCase('changes no object', request, 'refused')),
      ...inherited.map((name) => requestCase('is a page that is not there', { path: `/${name}` }, 'refused')),
    ];
  },
};
