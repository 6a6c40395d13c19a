-- Invitations of staff to a media centre: to a district, with responsibilities (docs/behaviour/invitations.md).
alter table invitation
  alter column school_id drop not null,
  -- the district whose staff they become
  add column staff_of text references district (id) on delete cascade,
  add column capabilities text[] not null default '{}'
    check (capabilities <@ array['cap_lending', 'cap_news', 'cap_catalogue', 'cap_licences']),
  drop constraint invitation_target_check,
  drop constraint invitation_role_check,
  add constraint invitation_target_check check (target in ('school', 'class', 'district')),
  add constraint invitation_role_check check (role in ('teacher', 'student', 'school_admin', 'staff', 'district_admin')),
  add constraint invitation_place check ((target = 'district') = (staff_of is not null) and (target = 'district') = (school_id is null)),
  add constraint invitation_of_staff check ((target = 'district') = (role in ('staff', 'district_admin')) and (target <> 'district' or kind = 'personal')),
  add constraint invitation_responsible check (role = 'staff' or capabilities = '{}');
create index invitation_staff_of on invitation (staff_of, created_at);
