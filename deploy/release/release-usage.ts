/** What `npm run release` prints without a command, and where there is none of that name. */
export const usage = `npm run release -- <app>                       builds, checks and releases an app: shell, catalog, cart, account, admin
npm run release -- <app> --canary 10           releases it to 10 % of the visitors
npm run release -- canary <app> <percent>      gives the canary another share; 0 ends it
npm run release -- promote <app>               gives the canary's version to all
npm run release -- preview <app> <version>     opens a published version to testers; --end ends it
npm run release -- <app> --preview             builds, checks and publishes it, and opens it to testers only
npm run release -- rollback <app> [version]    makes the former (or the named) version live again
npm run release -- disable <app>               switches a remote off; enable <app> switches it on
npm run release -- watch                       ends the canary when it is over its error budget or silent; looks every 30 s
npm run release -- status | history            what is live and its error rates; every flip, the newest last (--json for programs)
npm run release -- render --origin URL         writes all documents for servers of files (deploy/hosting)
npm run release -- gc [--dry-run]              removes releases and rendered pages that nobody uses any more, or tells which

--site DIR             the site folder (default .data/site; with a target .data/targets/<its name>)
--target TARGET        where visitors get the site from (default TWOSTROKE_TARGET): what is live there is fetched, and the
                       flip, its documents and releases are brought there. /a/folder, user@host:/a/folder,
                       rsync://host/module, cdn:/a/folder or s3://bucket (deploy/hosting/README.md)
--take-over            changes the target although somebody else does: that process has died a moment ago
--origin URL           address that visitors of a target use (default SITE_URL)
--backend URL --key K  the backend that pages are rendered with (default: the running site's; for a target SUPABASE_URL
                       and SUPABASE_ANON_KEY). --own-origin: visitors reach it under the site's own origin`;
