-- The desk of lending: scans that are sent again, bookings that lost their device, the life of a device, damage, photos, who may not borrow (docs/behaviour/lending.md).

-- promised, and without a device since the desk gave it to somebody else: it gets the next one there is
alter table rental_line add column displaced boolean not null default false;
alter table rental_line drop constraint rental_line_check3;
alter table rental_line add constraint rental_line_held check (
  case when state in ('requested', 'approved') and displaced then busy_from is null and item_id is null
    when state in ('requested', 'approved', 'ready', 'on_loan') then busy_from is not null and item_id is not null
    when state = 'in_cart' then (busy_from is null) = (item_id is null) else busy_from is null end);
create index rental_line_displaced on rental_line (model_id) where displaced;

-- what a scan did, so that one that is sent again does nothing and hears the same
create table lending_scan (
  key uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  line_id uuid references rental_line (id) on delete cascade,
  answer jsonb,
  at timestamptz not null
);
create index lending_scan_point on lending_scan (point_id);
create index lending_scan_line on lending_scan (line_id);

-- the life of a device: how it went out and came back, was looked at, repaired, written off
create table device_record (
  id uuid primary key,
  item_id uuid not null references device_item (id) on delete cascade,
  line_id uuid references rental_line (id) on delete set null,
  kind text not null check (kind in ('issue', 'return', 'check', 'repair', 'release', 'lose', 'retire')),
  result text check (result in ('ok', 'incomplete', 'damaged', 'lost')),
  -- name, count, there
  parts jsonb not null default '[]',
  note text not null default '' check (length(note) <= 500),
  person_id uuid references person (id) on delete set null,
  at timestamptz not null
);
create index device_record_item on device_record (item_id, at);
create index device_record_line on device_record (line_id);
create index device_record_person on device_record (person_id);

create table damage_report (
  id uuid primary key,
  item_id uuid not null references device_item (id) on delete cascade,
  line_id uuid references rental_line (id) on delete set null,
  reported_by uuid references person (id) on delete set null,
  -- told by the end of the opening day after the loan began: it was there before
  in_time boolean not null default false,
  text text not null check (length(text) between 10 and 2000),
  severity text not null check (severity in ('cosmetic', 'limited', 'unusable')),
  state text not null default 'reported' check (state in ('reported', 'examined', 'in_repair', 'repaired', 'written_off')),
  liability text not null default 'none' check (liability in ('none', 'open', 'settled', 'waived')),
  cost_cents integer check (cost_cents >= 0),
  answer text not null default '' check (length(answer) <= 1000),
  created_at timestamptz not null,
  changed_at timestamptz not null,
  version integer not null default 1
);
create index damage_report_item on damage_report (item_id);
create index damage_report_line on damage_report (line_id);
create index damage_report_person on damage_report (reported_by);

create table lending_photo (
  id uuid primary key,
  item_id uuid not null references device_item (id) on delete cascade,
  -- neither: brought, and not yet part of anything
  record_id uuid references device_record (id) on delete set null,
  damage_id uuid references damage_report (id) on delete set null,
  added_by uuid references person (id) on delete set null,
  mime text not null,
  bytes integer not null,
  width integer not null,
  height integer not null,
  added_at timestamptz not null
);
create index lending_photo_item on lending_photo (item_id);
create index lending_photo_record on lending_photo (record_id);
create index lending_photo_damage on lending_photo (damage_id);
create index lending_photo_person on lending_photo (added_by);

create table lending_suspension (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  -- its last day; null: until somebody ends it
  until_on date,
  reason text not null check (length(reason) between 1 and 300),
  -- because of reminders, without anybody's word
  automatic boolean not null default false,
  created_by uuid references person (id) on delete set null,
  created_at timestamptz not null,
  ended_at timestamptz
);
create index lending_suspension_point on lending_suspension (point_id);
create index lending_suspension_person on lending_suspension (person_id, point_id);
create index lending_suspension_creator on lending_suspension (created_by);
