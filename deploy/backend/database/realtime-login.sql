-- The rights of Realtime's database user: it listens to the feed, which names keys only, and reads a changed row. Who may see
-- that row is asked on the API's connections, in the role of each subscriber. Run after realtime.sql, before
-- service-functions.sql.

select set_config('backend.functions', 'backend.read_change(text, text, jsonb)', true);
