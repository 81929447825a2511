/** Tells search engines what not to crawl, and the address of the site map. */
export function robots(origin: string): string {
  return `User-agent: *\nDisallow: /admin\nDisallow: /my-bookings\nDisallow: /my-profile\nSitemap: ${origin}/sitemap.xml\n`;
}
