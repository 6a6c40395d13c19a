-- What guests may know of the catalogue, as other systems take it over: when each medium changed, and what is there no more, which they must hear of.
-- Written with the change log, whose lock brings the moments into the order in which changes are committed.
create table exported_medium (
  identifier text primary key,
  changed_at timestamptz not null,
  -- false: it was told to others and is not there any more
  present boolean not null,
  -- of the medium as it was told
  record_version timestamptz,
  -- kind and subject areas, by which others choose
  sets text[] not null
);
create index exported_medium_changed on exported_medium (changed_at, identifier);
create index exported_medium_sets on exported_medium using gin (sets);

insert into exported_medium (identifier, changed_at, present, record_version, sets)
select media_item.identifier, date_trunc('second', media_item.updated_at), true, media_item.updated_at,
  array(select distinct 'geb:' || left(code, 3) from unnest(media_item.fn_geb) as code) || ('typ:' || media_item.fn_typ)
from media_item
where media_item.retired_at is null
  and not exists (select from media_draft where media_draft.identifier = media_item.identifier)
  and not exists (select from own_material where own_material.identifier = media_item.identifier);
