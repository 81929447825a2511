/** What search engines should leave alone, and where the list of pages is. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /my-bookings\nDisallow: /my-profile\nSitemap: ${origin}/sitemap.xml\n`;
}
