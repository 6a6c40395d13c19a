-- The school somebody was at when they asked to come to another one: who has moved since has to ask again.
alter table invitation_use add column from_school_id text references school (id) on delete set null;
create index invitation_use_from_school on invitation_use (from_school_id);
update invitation_use set from_school_id = person.school_id
  from person where person.id = invitation_use.person_id and invitation_use.state = 'waiting';
