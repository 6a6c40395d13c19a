-- Whom a point lends to, who was shown how a device works, and sets that are booked at once (docs/behaviour/lending.md).
alter table lending_point add column open_to text not null default 'everyone' check (open_to in ('everyone', 'teachers'));

alter table device_model add column needs_briefing boolean not null default false;

create table lending_briefing (
  id uuid primary key,
  model_id uuid not null references device_model (id) on delete cascade,
  person_id uuid not null references person (id) on delete cascade,
  given_on date not null,
  -- its last day; null: it does not end
  until_on date check (until_on >= given_on),
  given_by uuid references person (id) on delete set null,
  unique (model_id, person_id)
);
create index lending_briefing_person on lending_briefing (person_id);
create index lending_briefing_giver on lending_briefing (given_by);

create table lending_template (
  id uuid primary key,
  point_id uuid not null references lending_point (id) on delete cascade,
  name text not null check (length(name) between 1 and 80),
  words text not null default '' check (length(words) <= 500),
  version integer not null default 1
);
create index lending_template_point on lending_template (point_id, name);

create table lending_template_model (
  template_id uuid not null references lending_template (id) on delete cascade,
  model_id uuid not null references device_model (id) on delete cascade,
  quantity integer not null check (quantity between 1 and 20),
  primary key (template_id, model_id)
);
create index lending_template_model_of on lending_template_model (model_id);
