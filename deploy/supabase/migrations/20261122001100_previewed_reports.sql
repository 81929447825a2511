-- A tester is no visitor. Shells that know of previews report nothing there; one from before does, and names the release
-- that the document gave it. That name says what it is, so that no version of the shell has to know.

create function private.leave_out_previewed() returns trigger
language plpgsql set search_path = ''
as $$
begin
  return null;
end;
$$;
revoke all on function private.leave_out_previewed() from public, anon, authenticated, service_role;
comment on function private.leave_out_previewed() is 'Trigger: a report from a preview is not stored, and not counted as kept.';
create trigger leave_out_previewed before insert on public.client_reports
  for each row when (new.site_release like 'preview-%') execute function private.leave_out_previewed();

comment on column public.client_reports.site_release is
  'Which composition of releases the tab started with. What begins with preview- is not stored.';
