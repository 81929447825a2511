/** What search engines should not crawl, and where the site map is. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /my-bookings\nDisallow: /my-profile\nSitemap: ${origin}/sitemap.xml\n`;
}
