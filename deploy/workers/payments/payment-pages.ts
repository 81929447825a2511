import { formatPaise, formatRupees } from '@twostroke/shared/domain/money';
import { createHash } from 'node:crypto';

/* The few pages the backend serves itself: plain HTML without any script, in the look of the site. */

const style = `
:root{color-scheme:light dark;--wall:#f1f4ee;--card:#fff;--ink:#14201d;--ink-2:#43514c;--edge:#14201d;--line:#74827c;--enamel:#0d5249;--on-enamel:#fff;--plate:#f9c513;--on-plate:#17150b;--warn:#7a5200;--warn-tint:#fdf0c4;--sign:'Roboto Condensed','Arial Narrow',system-ui,sans-serif}
@media (prefers-color-scheme:dark){:root{--wall:#0e1513;--card:#16201d;--ink:#e9f0eb;--ink-2:#b6c4bd;--edge:#90a39a;--line:#75877f;--enamel:#0b443d;--on-enamel:#f3faf6;--plate:#f4c21c;--warn:#f3cd6b;--warn-tint:#33290d}}
*{box-sizing:border-box}
body{margin:0;background:var(--wall);color:var(--ink);font:400 1.0625rem/1.5 system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif}
header{padding:.875rem 1rem;background:var(--enamel);color:var(--on-enamel);font:700 1.5rem/1.1 var(--sign)}
main{max-width:30rem;margin:1.5rem auto;padding:1.5rem;background:var(--card);border:1px solid var(--edge)}
@media (max-width:32rem){main{margin:1rem}}
h1{margin:0 0 .5rem;font:700 2rem/1.1 var(--sign)}
p{margin:.5rem 0 1rem;color:var(--ink-2)}
.amount{font-size:1.5rem;color:var(--ink);font-variant-numeric:tabular-nums}
.demo{padding:.75rem;background:var(--warn-tint);color:var(--warn);border:1px solid}
button,.button{display:block;width:100%;min-height:3rem;margin:0 0 .75rem;padding:.625rem 1rem;border:2px solid var(--on-plate);background:var(--plate);color:var(--on-plate);font:inherit;font-weight:600;text-align:center;text-decoration:none;cursor:pointer}
button+button,.button.quiet{border-color:var(--line);background:transparent;color:var(--ink)}
:focus-visible{outline:3px solid var(--ink);outline-offset:3px}
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
 * @param formAction source of the policy besides which no form may be sent
 */
export function page(status: number, title: string, html: string, formAction = `'none'`): Response {
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
<body><header>Twostroke</header><main><h1>${escapeHtml(title)}</h1>
${html}
</main></body></html>`;
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
