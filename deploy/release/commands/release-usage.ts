/** The usage that `npm run release` prints without a command, or with an unknown one. */
export const usage = `npm run release -- <app>                       builds, checks and releases an app: shell, or a remote by its name
npm run release -- <app> --canary 10           releases it to 10 % of the visitors
npm run release -- canary <app> <percent>      changes the canary's share; 0 ends it
npm run release -- promote <app>               releases the canary's version to everyone
npm run release -- preview <app> <version>     opens a published version to testers; --end ends it
npm run release -- <app> --preview             builds, checks and publishes it, and opens it to testers only
npm run release -- rollback <app> [version]    makes the previous (or the named) version live again
npm run release -- disable <app>               switches a remote off; enable <app> switches it on
npm run release -- watch                       checks the canary every 30 s; ends it when it exceeds its error budget or reports nothing
npm run release -- status | history            what is live and its error rates; every flip, newest last (--json for programs)
npm run release -- render --origin URL         writes all documents for file servers (deploy/hosting)
npm run release -- gc [--dry-run]              removes, or lists, unused releases and rendered pages

--site DIR             the site folder (default .data/site; with a target .data/targets/<its name>)
--target TARGET        where visitors get the site from (default TWOSTROKE_TARGET): the tool fetches what is live there and
                       pushes the flip, its documents and releases. /a/folder, user@host:/a/folder,
                       rsync://host/module, cdn:/a/folder or s3://bucket (deploy/hosting/README.md)
--origin URL           the address that visitors of the target use (default SITE_URL)
--backend URL --key K  the backend that pages are rendered with (default: the running site's; for a target SUPABASE_URL
                       and SUPABASE_ANON_KEY). --own-origin: visitors reach it under the site's own origin`;
