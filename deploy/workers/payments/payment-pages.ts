import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { lock } from '@twostroke/shared/ui/icons';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/* The few pages the backend serves itself: plain HTML without any script, in the look of the site. */

const ui = new URL('../../../shared/ui/', import.meta.url);
const tokens = readFileSync(new URL('tokens.css', ui), 'utf8');
const mark = readFileSync(new URL('art/mark.svg', ui), 'utf8').replace(
  /<svg [^>]*>/,
  '<svg class="mark" viewBox="0 0 40 40" aria-hidden="true">',
);
const darkTokens = tokens.indexOf('@media screen and (prefers-color-scheme: dark)');

const usedTokens = [
  ...[
    'wall',
    'card',
    'recess',
    'ink',
    'ink-2',
    'edge',
    'line',
    'enamel',
    'enamel-deep',
    'enamel-dado',
    'on-enamel',
    'plate',
  ],
  ...['plate-press', 'on-plate', 'oxide', 'warn', 'warn-tint', 'ink-on-dado', 'focus-outer', 'focus-inner'],
];

/** The design system's colours that these pages use, of the first theme found in a text. */
function coloursIn(css: string): string {
  return usedTokens.map((name) => new RegExp(`--${name}: [^;]+;`).exec(css)?.[0].replace(': ', ':') ?? '').join('');
}

const style = `
:root{color-scheme:light dark;${coloursIn(tokens)}--sign:'Roboto Condensed','Arial Narrow',system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{${coloursIn(tokens.slice(darkTokens))}}}
*{box-sizing:border-box}
body{margin:0;background:var(--wall);color:var(--ink);font:400 1.0625rem/1.5 system-ui,sans-serif;overflow-wrap:break-word}
header{padding:.875rem 1rem;background:var(--enamel);color:var(--on-enamel);border-bottom:5px solid var(--enamel-deep);box-shadow:0 1.5px 0 var(--plate)}
header a{display:flex;gap:.6rem;align-items:center;width:fit-content;min-height:2.75rem;color:inherit;font:700 1.75rem/1 var(--sign);text-decoration:none}
.mark{width:2.25rem;height:2.25rem}
.dado{height:3.5rem;background:var(--enamel-dado);border-top:1.5px solid var(--edge);border-bottom:8px solid var(--oxide);box-shadow:inset 0 4px 0 var(--wall)}
main{position:relative;max-width:30rem;margin:-2rem auto 1.5rem;background:var(--card);border:2px solid var(--edge);border-radius:3px}
@media (max-width:32rem){main{margin-inline:1rem}}
.head{display:flex;flex-wrap:wrap;gap:.25rem 1rem;align-items:baseline;justify-content:space-between;padding:1rem 1.25rem .75rem;border-bottom:2px solid var(--edge)}
.body{padding:1rem 1.25rem 1.25rem}
h1{margin:0;font:700 1.75rem/1.1 var(--sign)}
p{margin:.5rem 0 1rem;color:var(--ink-2)}
.head p{margin:0}
.amount{display:flex;gap:.5rem;align-items:center;color:var(--ink);font:700 2.25rem/1 var(--sign);font-variant-numeric:tabular-nums}
.lock{width:1.75rem;height:1.75rem;fill:none;stroke:currentColor;stroke-width:2}
.demo{padding:.75rem;background:var(--warn-tint);color:var(--warn);border-left:5px solid}
button,.button{display:flex;align-items:center;justify-content:center;width:100%;min-height:3.25rem;margin:0 0 .75rem;padding:.5rem 1rem;border:0;border-radius:6px;background:var(--plate);color:var(--on-plate);font:700 1.3125rem/1.05 var(--sign);text-align:center;text-decoration:none;cursor:pointer;box-shadow:inset 0 0 0 3px var(--plate),inset 0 0 0 4.5px var(--on-plate),0 2px 0 var(--plate-press)}
@media (max-width:19.99rem){header a,h1{font-size:1.125rem}.amount{font-size:1.5rem}}
button:active,.button:active{transform:translateY(2px)}
button+button,.button.quiet{background:var(--card);color:var(--ink);box-shadow:inset 0 0 0 2px var(--ink)}
:focus-visible{outline:3px solid var(--focus-outer);outline-offset:3px;box-shadow:0 0 0 3px var(--focus-inner)}
@media (forced-colors:active){button,.button{border:2px solid}}
`;
const styleHash = `'sha256-${createHash('sha256').update(style).digest('base64')}'`;

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** An amount in paise as it is written in India. */
export function rupees(paise: number): string {
  return paise % 100 === 0 ? formatRupees(paise / 100) : formatPaise(paise);
}

/**
 * A page with a policy of its own: no script, no image, no frame; its forms may lead to one address.
 * @param html content of the page, with everything that is not ours escaped
 * @param options.formAction source of the policy besides which no form may be sent
 * @param options.amountPaise what is to be paid, beside the title
 */
export function page(
  status: number,
  title: string,
  html: string,
  { formAction = `'none'`, amountPaise }: { formAction?: string; amountPaise?: number } = {},
): Response {
  const amount =
    amountPaise === undefined
      ? ''
      : `<p class="amount"><svg class="lock" viewBox="0 0 24 24" aria-hidden="true"><path d="${lock}"/></svg>${rupees(amountPaise)}</p>`;
  const policy = [
    `default-src 'none'`,
    `style-src ${styleHash}`,
    `form-action ${formAction}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
  ];
  const body = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex"><title>${escapeHtml(title)} · Twostroke</title><style>${style}</style></head>
<body><header><a href="/">${mark}Twostroke</a></header><div class="dado"></div>
<main><div class="head"><h1>${escapeHtml(title)}</h1>${amount}</div>
<div class="body">${html}</div></main></body></html>`;
  return new Response(body, {
    status,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': policy.join('; '),
      'x-frame-options': 'DENY',
      'referrer-policy': 'strict-origin',
    },
  });
}
