-- Which source a medium came from, so that no other source changes it or takes it out.
create table import_item (
  identifier text primary key references media_item (identifier) on delete cascade,
  -- the prefix of the source, and its district; both outlive the source, whose media stay
  prefix text not null check (length(prefix) between 1 and 40),
  district_id text references district (id) on delete set null,
  -- stored by a table or JSON lines when those formats had no prefix: its identifier is the one of the file
  bare boolean not null default false,
  -- the last harvest of the whole list that contained it
  seen_by uuid
);
create index import_item_prefix on import_item (prefix, bare);
create index import_item_district on import_item (district_id);

insert into import_item (identifier, prefix, district_id)
select media_item.identifier, import_source.prefix, import_source.district_id
from import_source join media_item on starts_with(media_item.identifier, import_source.prefix)
where not exists (select from own_material where own_material.identifier = media_item.identifier)
on conflict do nothing;

-- Media that tables and JSON lines stored without the prefix: new ones of the last hours of a run, if they are no more than the run has stored.
with run as (
  select import_run.id, import_source.prefix, import_source.district_id, import_run.created_at, import_run.finished_at,
    (import_run.report -> 'counts' ->> 'stored')::bigint as stored
  from import_run join import_source on import_source.id = import_run.source_id
  where import_run.kind = 'file' and import_run.format in ('csv', 'jsonl') and not import_run.look and import_run.finished_at is not null
), candidate as (
  select run.id, run.prefix, run.district_id, run.stored, media_item.identifier, count(*) over (partition by run.id) as found
  from run join media_item on media_item.created_at
    between greatest(run.created_at, run.finished_at - interval '3 hours') and run.finished_at + interval '5 seconds'
  where not exists (select from import_item where import_item.identifier = media_item.identifier)
    and not exists (select from own_material where own_material.identifier = media_item.identifier)
    and not exists (select from media_version where media_version.identifier = media_item.identifier and media_version.what = 'create')
)
insert into import_item (identifier, prefix, district_id, bare)
select distinct on (candidate.identifier) candidate.identifier, candidate.prefix, candidate.district_id, true
from candidate where candidate.found <= candidate.stored
order by candidate.identifier, candidate.id
on conflict do nothing;
