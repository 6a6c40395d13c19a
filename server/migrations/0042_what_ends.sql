-- A new password may be confirmed by a passkey: what it was asked to sign. And what another portal no longer names ends here after a while.
alter table account_token add column challenge text;
alter table identity add column unnamed text[] not null default '{}';
alter table identity add column unnamed_count integer not null default 0;
alter table identity add column unnamed_since timestamptz;
alter table identity add constraint identity_unnamed_check check (unnamed <@ array['school', 'role']);
