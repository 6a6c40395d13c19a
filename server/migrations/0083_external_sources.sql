-- External sources of a district; their keys are sealed with the portal's secret.
create table external_source (
  id uuid primary key,
  district_id text not null references district (id) on delete cascade,
  kind text not null check (kind in ('edu_sharing', 'oersi', 'mundo', 'sru', 'oai_pmh', 'arix', 'commons')),
  label text not null check (length(label) between 1 and 60),
  address text not null check (length(address) <= 500),
  scope text not null check (length(scope) <= 200),
  account text not null check (length(account) <= 200),
  key_sealed text,
  enabled boolean not null,
  teachers_only boolean not null,
  advertising boolean not null,
  sign_in boolean not null,
  rank integer not null,
  version integer not null default 1,
  changed_at timestamptz not null,
  changed_by uuid references person (id) on delete set null
);
create index external_source_district on external_source (district_id, rank);
create index external_source_changed_by on external_source (changed_by);
-- A hit of an external source is looked for in the catalogue by its title.
create index media_item_title on media_item (lower(left(fn_titel, 200)));
create index media_item_url on media_item (left(url, 500)) where url is not null;
