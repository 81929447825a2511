import type { Live } from '../record/live.ts';

/** The file that lets a phone put the site on its home screen. */
export function webManifest(live: Live): string {
  return JSON.stringify({
    name: 'Twostroke: bike service in Pune',
    short_name: 'Twostroke',
    start_url: '/',
    display: 'standalone',
    background_color: '#f1f4ee',
    theme_color: '#0d5249',
    lang: 'en-IN',
    icons: live.shell.icon ? [{ src: live.shell.icon, sizes: 'any', type: 'image/svg+xml', purpose: 'any' }] : [],
  });
}
