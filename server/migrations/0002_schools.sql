-- Districts and their schools (docs/behaviour/schools.md).
create table district (
  id text primary key,
  name text not null,
  created_at timestamptz not null default now(),
  number_pattern text not null default ''
);

create table school (
  id text primary key,
  district_id text not null references district (id),
  name text not null,
  number text not null,
  street text not null default '',
  postcode text not null default '',
  city text not null default '',
  created_at timestamptz not null default now(),
  kind text not null default '',
  email text not null default '',
  phone text not null default '',
  website text not null default '',
  state text not null default 'active' check (state in ('active', 'suspended', 'closing', 'closed')),
  state_since timestamptz not null default now(),
  -- shown to people of a suspended school at sign-in
  state_reason text not null default '',
  -- last day of a school that is closing
  closes_on date,
  settings jsonb not null default '{}',
  version integer not null default 1,
  -- digest of the logo's bytes in the storage
  logo text,
  logo_mime text check (logo_mime in ('image/svg+xml', 'image/png')),
  -- the school that received its people and licences
  merged_into text references school (id) on delete set null deferrable,
  notified_days integer,
  -- without diacritics, so that the order does not depend on the collation of the database
  sort_name text collate "C" generated always as (lower(replace(translate(name,
    'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
    'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored,
  sort_city text collate "C" generated always as (lower(replace(translate(city,
    'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
    'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored,
  -- words of name, town, number and postcode, each after a space, so that a search by prefix finds them
  words text collate "C" generated always as (lower(replace(translate(translate(
    ' ' || name || ' ' || city || ' ' || number || ' ' || postcode, '-/().,"„“', '         '),
    'ÄÖÜÀÁÂÃÅĀĂĄÇĆČĎÈÉÊËĒĖĘĚĞÌÍÎÏĪĮİŁŃŇÑÒÓÔÕØŌŐŘŚŞŠȘŤŢȚÙÚÛŪŮŰŲÝŸŹŻŽĐÐäöüàáâãåāăąçćčďèéêëēėęěğìíîïīįıłńňñòóôõøōőřśşšșťţțùúûūůűųýÿźżžđð',
    'aouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzddaouaaaaaaaacccdeeeeeeeegiiiiiiilnnnooooooorsssstttuuuuuuuyyzzzdd'), 'ß', 'ss'))) stored,
  unique (district_id, number)
);
create index school_district on school (district_id);
create index school_merged_into on school (merged_into) where merged_into is not null;
create index school_state on school (state) where state <> 'active';
create index school_by_name on school (district_id, sort_name);

-- Calendar feeds of expiring licences of a school or a district (docs/behaviour/licences.md#calendar).
create table school_feed (
  person_id uuid primary key,
  -- null: the district
  school_id text references school (id) on delete cascade,
  district_id text references district (id) on delete cascade,
  -- of the token in the address
  hash text not null unique,
  made_at timestamptz not null,
  check ((school_id is null) <> (district_id is null))
);
create index school_feed_school on school_feed (school_id);
create index school_feed_district on school_feed (district_id);
